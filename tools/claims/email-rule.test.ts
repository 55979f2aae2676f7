import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parse } from "tldts";
import { asciiHost, type EmailFault, emailVerdict, registrableDomain } from "./email-rule.ts";

type Verdict = EmailFault | "proof";
const long = (length: number) => "x".repeat(length);

/** Email, domain of the listing, verdict. */
const pairs: [address: string, domain: string, Verdict][] = [
  ["ada@acme.com", "acme.com", "proof"],
  ["ADA@ACME.COM", "acme.com", "proof"],
  ["  ada@acme.com\n", "acme.com", "proof"],
  ["ada+listings@acme.com", "acme.com", "proof"],
  ["ada.quill@acme.com", "acme.com", "proof"],
  ["o'neil_{x}@acme.com", "acme.com", "proof"],
  ["1@acme.com", "acme.com", "proof"],
  ["ada@acme.co.uk", "acme.co.uk", "proof"],
  ["ada@city.kawasaki.jp", "city.kawasaki.jp", "proof"],
  ["ada@acme.test", "acme.test", "proof"],
  ["ada@bücher.example", "xn--bcher-kva.example", "proof"],
  ["ada@BÜCHER.example", "xn--bcher-kva.example", "proof"],
  ["ada@xn--bcher-kva.example", "xn--bcher-kva.example", "proof"],
  ["ada@bu\u0308cher.example", "xn--bcher-kva.example", "proof"],
  ["ada@ａｃｍｅ.com", "acme.com", "proof"],
  [`${long(64)}@acme.com`, "acme.com", "proof"],

  ["ada@evil-acme.com", "acme.com", "other_domain"],
  ["ada@evilacme.com", "acme.com", "other_domain"],
  ["ada@acme.com.evil.net", "acme.com", "other_domain"],
  ["ada@acme.com.co", "acme.com", "other_domain"],
  ["ada@acme.co", "acme.com", "other_domain"],
  ["ada@acme.org", "acme.com", "other_domain"],
  ["ada@acne.com", "acme.com", "other_domain"],
  ["ada@acme-com.net", "acme.com", "other_domain"],
  ["ada@acmе.com", "acme.com", "other_domain"],
  ["ada@аcme.com", "acme.com", "other_domain"],
  ["ada@xn--cme-5cd.com", "acme.com", "other_domain"],
  ["ada@acm\u0435.com", "acme.com", "other_domain"],
  ["ada@acmé.com", "acme.com", "other_domain"],
  ["ada@bucher.example", "xn--bcher-kva.example", "other_domain"],
  ["ada@gmail.com", "acme.com", "other_domain"],
  ["ada@evil.co.uk", "acme.co.uk", "other_domain"],
  ["acme.com@evil.net", "acme.com", "other_domain"],

  ["ada@mail.acme.com", "acme.com", "subdomain"],
  ["ada@www.acme.com", "acme.com", "subdomain"],
  ["ada@a.b.acme.co.uk", "acme.co.uk", "subdomain"],
  ["ada@xn--80ak6aa92e.acme.com", "acme.com", "subdomain"],

  ["ada@co.uk", "acme.co.uk", "parent_domain"],
  ["ada@github.io", "alice.github.io", "parent_domain"],
  ["ada@kawasaki.jp", "city.kawasaki.jp", "parent_domain"],

  ["", "acme.com", "malformed"],
  ["ada", "acme.com", "malformed"],
  ["acme.com", "acme.com", "malformed"],
  ["@acme.com", "acme.com", "malformed"],
  ["ada@", "acme.com", "malformed"],
  ["ada@com", "acme.com", "malformed"],
  ["ada@acme.com.", "acme.com", "malformed"],
  ["ada@.acme.com", "acme.com", "malformed"],
  ["ada@acme..com", "acme.com", "malformed"],
  ["ada.@acme.com", "acme.com", "malformed"],
  [".ada@acme.com", "acme.com", "malformed"],
  ["ada..quill@acme.com", "acme.com", "malformed"],
  ["ada@acme.com@evil.net", "acme.com", "malformed"],
  ["ada@evil.net@acme.com", "acme.com", "malformed"],
  ['"ada@evil.net"@acme.com', "acme.com", "malformed"],
  ['"ada"@acme.com', "acme.com", "malformed"],
  ["ada(evil)@acme.com", "acme.com", "malformed"],
  ["ada@acme.com(evil.net)", "acme.com", "malformed"],
  ["ada@(evil.net)acme.com", "acme.com", "malformed"],
  ["Ada <ada@acme.com>", "acme.com", "malformed"],
  ["ada@evil.net,ada@acme.com", "acme.com", "malformed"],
  ["ada@evil.net\n@acme.com", "acme.com", "malformed"],
  ["ada\r\nbcc:x@acme.com", "acme.com", "malformed"],
  ["ada quill@acme.com", "acme.com", "malformed"],
  ["ada@acme .com", "acme.com", "malformed"],
  ["ada@acme%2ecom", "acme.com", "malformed"],
  ["ada@%61cme.com", "acme.com", "malformed"],
  ["ada@acme。com", "acme.com", "malformed"],
  ["ada@ac\u00adme.com", "acme.com", "malformed"],
  ["ada@ac\u200bme.com", "acme.com", "malformed"],
  ["ada@acme.com/evil.net", "acme.com", "malformed"],
  ["ada@acme.com:25", "acme.com", "malformed"],
  ["ada@acme.com#x", "acme.com", "malformed"],
  ["ada@[127.0.0.1]", "acme.com", "malformed"],
  ["adä@acme.com", "acme.com", "malformed"],
  ["ada\0@acme.com", "acme.com", "malformed"],
  ["@evil.net:ada@acme.com", "acme.com", "malformed"],
  ["ada%evil.net@acme.com", "acme.com", "proof"],
  ["ada!evil@acme.com", "acme.com", "proof"],

  [`${long(65)}@acme.com`, "acme.com", "too_long"],
  [`ada@${long(250)}.com`, "acme.com", "too_long"],
];

describe("an email proves only exactly its own domain", () => {
  test("verdicts of known pairs", () => {
    expect(pairs.length).toBeGreaterThanOrEqual(60);
    const verdictOf = (address: string, domain: string) => {
      const verdict = emailVerdict(address, domain);
      return verdict.isProof ? "proof" : verdict.fault;
    };
    expect(pairs.map(([address, domain]) => [address, domain, verdictOf(address, domain)])).toEqual(pairs);
  });

  test("the email to write to gets the same verdict", () => {
    for (const [address, domain, verdict] of pairs) {
      if (verdict !== "proof") continue;
      const judged = emailVerdict(address, domain);
      if (!judged.isProof) throw new Error(`${address} is not a proof`);
      expect(judged.address).toMatch(/^[\x21-\x7e]+$/);
      expect(emailVerdict(judged.address, domain)).toEqual(judged);
    }
  });
});

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,4})?$/);
const ascii = (name: string) => asciiHost(name)!;
const suffix = fc.constantFrom(
  "com",
  "co.uk",
  "de",
  "github.io",
  "com.au",
  "k12.ca.us",
  "vercel.app",
  "рф",
  "xn--p1ai",
);
const host = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), suffix)
  .map(([names, end]) => [...names, end].join("."));

/** Hosts with a registrable domain. Some generated names are suffixes themselves, such as cn.com. */
const site = host.filter((name) => registrableDomain(ascii(name), { isPrivate: true }) !== null);

describe("random hosts (public suffix list)", () => {
  test("a host proves only the domain with the same name", () => {
    fc.assert(
      fc.property(host, site, (mail, site) => {
        const domain = registrableDomain(ascii(site), { isPrivate: true })!;
        const { isProof } = emailVerdict(`ada@${mail}`, domain);
        expect(isProof).toBe(ascii(mail) === domain);
      }),
    );
  });

  test("public suffixes, subdomains and look-alikes prove nothing", () => {
    fc.assert(
      fc.property(site, label, (site, name) => {
        const parsed = parse(ascii(site), { allowPrivateDomains: true });
        const { domain, publicSuffix } = parsed as { domain: string; publicSuffix: string };
        for (const other of [publicSuffix, `${name}.${domain}`, `${name}-${domain}`, `${domain}.${name}.com`])
          expect(emailVerdict(`ada@${other}`, domain).isProof).toBe(false);
      }),
    );
  });

  test("a text proves only the domain after its last @", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), site, (text, site) => {
        const domain = registrableDomain(ascii(site), { isPrivate: true })!;
        for (const address of [text, `${text}@${domain}`, `ada@${text}${domain}`, `ada@${domain}${text}`]) {
          const verdict = emailVerdict(address, domain);
          if (verdict.isProof) expect(verdict.address.split("@")).toEqual([expect.any(String), domain]);
        }
      }),
    );
  });
});
