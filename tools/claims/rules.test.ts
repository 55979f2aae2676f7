import { describe, expect, test } from "bun:test";
import { emailFault, isWithin, methodsLeft, targetSentence, verificationTarget } from "./rules.ts";

const targets: [url: string, kind: string, domain: string | null, methods: string][] = [
  ["https://acme.com/", "domain", "acme.com", "dns meta file email"],
  ["https://www.acme.com/product?x=1", "domain", "acme.com", "dns meta file email"],
  ["https://app.eu.acme.co.uk/", "domain", "acme.co.uk", "dns meta file email"],
  ["http://acme.test:8080/", "domain", "acme.test", "dns meta file email"],
  ["https://bücher.example", "domain", "xn--bcher-kva.example", "dns meta file email"],
  ["https://github.com/", "domain", "github.com", "dns meta file email"],
  ["https://wordpress.com/pricing", "domain", "wordpress.com", "dns meta file email"],
  ["https://gmail.com/", "mail_host", "gmail.com", "dns meta file"],
  ["https://mailfence.com/", "mail_host", "mailfence.com", "dns meta file"],
  ["https://www.mit.edu/tool", "members", "mit.edu", "dns meta file"],
  ["https://cs.ox.ac.uk/", "members", "ox.ac.uk", "dns meta file"],
  ["https://tool.unimelb.edu.au/", "members", "unimelb.edu.au", "dns meta file"],
  ["https://www.ethz.ch/", "members", "ethz.ch", "dns meta file"],
  ["https://ieee.org/", "members", "ieee.org", "dns meta file"],
  ["https://acm.org/", "members", "acm.org", "dns meta file"],
  ["https://acme.ac/", "domain", "acme.ac", "dns meta file email"],
  ["https://edu.com/", "domain", "edu.com", "dns meta file email"],
  ["https://hz.ch/", "domain", "hz.ch", "dns meta file email"],
  ["https://alice.github.io/tool", "hosting", "alice.github.io", "meta file"],
  ["https://preview.alice.vercel.app", "hosting", "alice.vercel.app", "meta file"],
  ["https://acme.substack.com", "hosting", "acme.substack.com", "meta file"],
  ["https://a.b.itch.io/game", "hosting", "b.itch.io", "meta file"],
  ["https://github.com/Acme/tool", "forge", "github.com", "meta file"],
  ["https://www.github.com/acme/tool.git", "forge", "github.com", "meta file"],
  ["https://codeberg.org/acme/tool/src/branch/main", "forge", "codeberg.org", "meta file"],
  ["https://gitlab.com/group/sub/tool/-/issues", "forge", "gitlab.com", "file"],
  ["https://bitbucket.org/acme/tool", "forge", "bitbucket.org", "file"],
  ["https://github.com/acme", "shared", "github.com", ""],
  ["https://gist.github.com/acme/12", "shared", "github.com", ""],
  ["https://github.com/acme/a%20b", "shared", "github.com", ""],
  ["https://git.sr.ht/~acme/tool", "shared", "sr.ht", ""],
  ["https://apps.apple.com/app/id1", "shared", "apple.com", ""],
  ["https://play.google.com/store/apps/details?id=a", "shared", "google.com", ""],
  ["https://www.npmjs.com/package/a", "shared", "npmjs.com", ""],
  ["https://www.linkedin.com/company/acme", "shared", "linkedin.com", ""],
  ["https://github.io/", "no_domain", null, ""],
  ["https://co.uk/", "no_domain", null, ""],
  ["http://127.0.0.1:3000/", "no_domain", null, ""],
  ["http://[::1]/", "no_domain", null, ""],
  ["http://intranet/", "no_domain", null, ""],
];

describe("verification target of a URL", () => {
  for (const [url, kind, domain, methods] of targets)
    test(url, () => {
      const target = verificationTarget(url);
      expect([target.kind, target.domain, target.methods.join(" ")]).toEqual([kind, domain, methods]);
    });

  test("sentences: why, and which methods remain", () => {
    const forge = verificationTarget("https://github.com/acme/tool");
    expect(targetSentence(forge)).toBe(
      "github.com/acme/tool is on a code forge, so DNS records and email addresses there do not prove ownership.",
    );
    expect(methodsLeft(forge)).toBe(
      "meta (the website link of the project or its owner) or file (a file in the default branch)",
    );
    expect(methodsLeft(verificationTarget("https://alice.github.io"))).toBe(
      "meta (a tag on the home page) or file (an uploaded file)",
    );
  });
});

test("email providers: no proof by email", () => {
  const providers = `hushmail.com startmail.com runbox.com disroot.org yopmail.com guerrillamail.com inbox.lv rediffmail.com
    libero.it freenet.de mail.de gmx.at posteo.net vivaldi.net tuta.io tutamail.com skiff.com murena.io kolabnow.com
    aliyun.com foxmail.com sohu.com zoho.eu mailfence.com gmail.com fastmail.com proton.me hey.com mailbox.org`;
  for (const domain of providers.trim().split(/\s+/))
    expect([domain, verificationTarget(`https://www.${domain}/`).kind]).toEqual([domain, "mail_host"]);
});

test("projects on forges: the URL of a file in the default branch", () => {
  const fileOf = (url: string) => {
    const { forge } = verificationTarget(url);
    return forge!.forge.file(forge!.project, "proof.txt");
  };
  expect(fileOf("https://github.com/acme/tool.git")).toBe("https://raw.githubusercontent.com/acme/tool/HEAD/proof.txt");
  expect(fileOf("https://gitlab.com/a/b/c/-/tree/x")).toBe(
    "https://gitlab.com/api/v4/projects/a%2Fb%2Fc/repository/files/proof.txt/raw?ref=HEAD",
  );
  expect(fileOf("https://codeberg.org/a/b")).toBe("https://codeberg.org/api/v1/repos/a/b/raw/proof.txt");
  expect(fileOf("https://bitbucket.org/a/b/src/main/")).toBe("https://bitbucket.org/a/b/raw/HEAD/proof.txt");
});

test("a URL is within its own domain, not within a look-alike", () => {
  expect(
    ["https://acme.com/x", "https://www.acme.com", "http://a.b.acme.com:8080/"].map((url) => isWithin(url, "acme.com")),
  ).toEqual([true, true, true]);
  expect(
    ["https://evilacme.com", "https://acme.com.evil.net", "https://acme.co", "acme.com"].map((url) =>
      isWithin(url, "acme.com"),
    ),
  ).toEqual([false, false, false, false]);
  expect(isWithin("https://acme.com", null)).toBe(false);
});

test("an email at the wrong domain: the message names the right one", () => {
  const target = verificationTarget("https://acme.co.uk");
  expect(emailFault("ada@acme.co.uk", target)).toBeNull();
  expect(emailFault("ada@co.uk", target)).toEqual({
    code: "parent_domain",
    message: "must be an email address at acme.co.uk itself, not at its parent domain",
  });
});
