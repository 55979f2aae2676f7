import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { selfSigned } from "../support/fakes/certificate.ts";
import { answer, startPeer } from "../support/fakes/peers.ts";
import { hasChromium } from "./chromium.ts";
import { page, type RenderSite, startRenderSite, text } from "./render-site.ts";

const redirect = (location: string) => answer("", { status: "302 Found", headers: { location } });

describe.skipIf(!hasChromium)("URLs to render", () => {
  let fixture: RenderSite;

  beforeAll(async () => {
    fixture = await startRenderSite();
  });
  beforeEach(() => fixture.reset());
  afterAll(() => fixture.stop());

  describe("redirects", () => {
    test("by status, meta refresh and script are followed", async () => {
      fixture.pages.set("/", redirect("/meta"));
      fixture.pages.set("/meta", page('<meta http-equiv="refresh" content="0;url=/script">'));
      fixture.pages.set("/script", page('<script>location.replace("/end")</script>'));
      fixture.pages.set("/end", page(text));
      expect(await fixture.render(fixture.at("/"))).toMatchObject({
        url: fixture.at("/end"),
        html: expect.stringContaining(text),
      });
    });

    test.each([
      ["a private address", () => fixture.at("/", "127.0.0.2"), "forbidden_address"],
      ["a private address in a spelling", () => fixture.at("/", "0x7f000002"), "forbidden_address"],
      ["a name with a private address", () => fixture.at("/", "private.test"), "forbidden_address"],
      ["a cloud's metadata", () => "http://169.254.169.254/latest/meta-data/", "forbidden_address"],
      ["another port", () => "http://93.184.216.34:22/", "forbidden_port"],
      ["a file", () => "file:///etc/passwd", "forbidden_scheme"],
      ["a page of the browser", () => "chrome://version/", "forbidden_scheme"],
      ["data", () => "data:text/html,hello", "forbidden_scheme"],
      ["themselves", () => "/", "too_many_redirects"],
    ])("to %s are refused", async (_to, location, reason) => {
      fixture.pages.set("/", redirect(location()));
      expect(await fixture.refusal(fixture.at("/"))).toStartWith(`${reason}: `);
    });

    test("by script without end are not followed forever", async () => {
      let visits = 0;
      fixture.pages.set("/", (socket) => socket.end(page(`<script>location.replace("/?${++visits}")</script>`)));
      const rendered = await fixture.render(fixture.at("/"));
      expect(visits).toBeLessThan(12);
      expect(rendered.html).toContain("location.replace");
    });
  });

  describe("a page that navigates", () => {
    const away: [string, (to: string) => string][] = [
      ["by meta refresh", (to) => `<meta http-equiv="refresh" content="0;url=${to}">`],
      ["by script", (to) => `<script>location.href = "${to}"</script>`],
      ["by a form", (to) => `<form action="${to}"></form><script>document.forms[0].submit()</script>`],
      ["in a window", (to) => `<script>open("${to}")</script>`],
    ];
    const targets: [string, string][] = [
      ["file", "file:///etc/passwd"],
      ["browser", "chrome://version/"],
      ["data", "data:text/html,elsewhere"],
      ["source", "view-source:http://site.test/"],
      ["private", "http://127.0.0.2/"],
      ["metadata", "http://169.254.169.254/"],
    ];
    test.each(away)("%s to a forbidden URL is rendered without the navigation", async (_, leading) => {
      await Promise.all(
        targets.map(async ([what, to]) => {
          fixture.pages.set(`/${what}`, page(text + leading(to)));
          expect(await fixture.render(fixture.at(`/${what}`))).toMatchObject({
            url: fixture.at(`/${what}`),
            html: expect.stringContaining(text),
          });
        }),
      );
    });

    test("to a host name with a private IP address is refused", async () => {
      fixture.pages.set("/", page(`${text}<script>location.href = "${fixture.at("/", "private.test")}"</script>`));
      expect(await fixture.refusal(fixture.at("/"))).toStartWith('forbidden_address: "private.test" does not point');
    });
  });

  describe("IP addresses", () => {
    test.each([
      ["file:///etc/passwd", "forbidden_scheme"],
      ["chrome://version/", "forbidden_scheme"],
      ["data:text/html,hello", "forbidden_scheme"],
      ["about:blank", "forbidden_scheme"],
      ["view-source:http://site.test/", "forbidden_scheme"],
      ["http://127.0.0.2/", "forbidden_address"],
      ["http://[::1]/", "forbidden_address"],
      ["http://169.254.169.254/", "forbidden_address"],
      ["http://user:pass@site.test/", "has_credentials"],
      ["http://93.184.216.34:8080/", "forbidden_port"],
    ])("%s is refused before the browser starts", async (url, reason) => {
      const own = createRenderer({ ...fixture.settings, chromiumPath: "/nonexistent" });
      expect(await fixture.refusal(url, { using: own })).toStartWith(`${reason}: `);
    });

    test("the proxy checks host names", async () => {
      expect(await fixture.refusal(fixture.at("/", "private.test"))).toBe(
        'forbidden_address: "private.test" does not point to a public IP address.',
      );
      expect(await fixture.refusal(fixture.at("/", "missing.test"))).toStartWith(
        'unresolvable: "missing.test" was not found.',
      );
      expect(await fixture.refusal("https://private.test/")).toStartWith("forbidden_address: ");
      expect(await fixture.refusal("https://missing.test/")).toStartWith("unresolvable: ");
    });

    test("DNS rebinding: the second connection is refused", async () => {
      fixture.dns.records.set("rebind.test", (asked) => (asked === 0 ? ["127.0.0.1"] : ["127.0.0.2"]));
      fixture.pages.set(
        "/",
        page(`${text}<script>
        fetch("/again").then((r) => r.text(), () => "failed").then((text) => document.body.append("fetched: " + text));
      </script>`),
      );
      const { html } = await fixture.render(fixture.at("/", "rebind.test"));
      expect(html).toContain("fetched: ");
      expect(html).not.toContain("fetched: secret");
      expect(fixture.asked()).toEqual(["GET /"]);
      expect(fixture.dns.questions.filter((question) => question === "A rebind.test").length).toBeGreaterThan(1);
    });

    test("a server that does not respond, and one that closes the connection", async () => {
      const gone = await startPeer("");
      gone.stop();
      expect(await fixture.refusal(`http://site.test:${gone.port}/`)).toStartWith(
        'connection: "site.test" is unreachable.',
      );
      fixture.pages.set("/", (socket) => socket.destroy());
      expect(await fixture.refusal(fixture.at("/"))).toStartWith('connection: "site.test" closed the connection');
    });
  });

  test("TLS with a trusted and an untrusted certificate", async () => {
    const { key, cert } = selfSigned(["site.test"]);
    const secure = await startPeer(page(`${text}<script>document.body.append(isSecureContext)</script>`), {
      secure: { key, cert },
    });
    const trusting = createRenderer({ ...fixture.settings, ca: cert });
    const rendered = await fixture.render(`https://site.test:${secure.port}/`, { using: trusting });
    expect(rendered.html).toContain("</script>true");
    await trusting.close();
    expect(await fixture.refusal(`https://site.test:${secure.port}/`)).toBe(
      'tls: "site.test" offers no secure connection: browsers do not trust its certificate, or it does not support TLS.',
    );
    const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("plain") });
    expect(await fixture.refusal(`https://site.test:${plain.port}/`)).toStartWith("tls: ");
    await plain.stop(true);
    secure.stop();
  });
});
