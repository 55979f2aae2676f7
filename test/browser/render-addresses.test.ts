import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { selfSigned } from "../support/fakes/certificate.ts";
import { answer, startPeer } from "../support/fakes/peers.ts";
import { hasChromium } from "./chromium.ts";
import { page, type RenderSite, startRenderSite, text } from "./render-site.ts";

const redirect = (location: string) => answer("", { status: "302 Found", headers: { location } });

describe.skipIf(!hasChromium)("the address that is rendered", () => {
  let world: RenderSite;

  beforeAll(async () => {
    world = await startRenderSite();
  });
  beforeEach(() => world.reset());
  afterAll(() => world.stop());

  describe("redirects", () => {
    test("are followed, by status, by meta refresh and by script", async () => {
      world.pages.set("/", redirect("/meta"));
      world.pages.set("/meta", page('<meta http-equiv="refresh" content="0;url=/script">'));
      world.pages.set("/script", page('<script>location.replace("/end")</script>'));
      world.pages.set("/end", page(text));
      expect(await world.render(world.at("/"))).toMatchObject({
        url: world.at("/end"),
        html: expect.stringContaining(text),
      });
    });

    test.each([
      ["a private address", () => world.at("/", "127.0.0.2"), "forbidden_address"],
      ["a private address in a spelling", () => world.at("/", "0x7f000002"), "forbidden_address"],
      ["a name with a private address", () => world.at("/", "private.test"), "forbidden_address"],
      ["a cloud's metadata", () => "http://169.254.169.254/latest/meta-data/", "forbidden_address"],
      ["another port", () => "http://93.184.216.34:22/", "forbidden_port"],
      ["a file", () => "file:///etc/passwd", "forbidden_scheme"],
      ["a page of the browser", () => "chrome://version/", "forbidden_scheme"],
      ["data", () => "data:text/html,hello", "forbidden_scheme"],
      ["themselves", () => "/", "too_many_redirects"],
    ])("to %s are refused", async (_to, location, reason) => {
      world.pages.set("/", redirect(location()));
      expect(await world.refusal(world.at("/"))).toStartWith(`${reason}: `);
    });

    test("that scripts make without end are refused", async () => {
      let visits = 0;
      world.pages.set("/", (socket) => socket.end(page(`<script>location.replace("/?${++visits}")</script>`)));
      const rendered = await world.render(world.at("/"));
      expect(visits).toBeLessThan(12);
      expect(rendered.html).toContain("location.replace");
    });
  });

  describe("a page that leads elsewhere", () => {
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
    test.each(away)("%s to what is no public page is read as it is", async (_, leading) => {
      // All at once, of which the renderer shows two at a time.
      await Promise.all(
        targets.map(async ([what, to]) => {
          world.pages.set(`/${what}`, page(text + leading(to)));
          expect(await world.render(world.at(`/${what}`))).toMatchObject({
            url: world.at(`/${what}`),
            html: expect.stringContaining(text),
          });
        }),
      );
    });

    test("to a name with a private address cannot be had", async () => {
      world.pages.set("/", page(`${text}<script>location.href = "${world.at("/", "private.test")}"</script>`));
      expect(await world.refusal(world.at("/"))).toStartWith('forbidden_address: "private.test" does not point');
    });
  });

  describe("addresses", () => {
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
    ])("%s is refused before the browser sees it", async (url, reason) => {
      const own = createRenderer({ ...world.settings, chromiumPath: "/nonexistent" });
      expect(await world.refusal(url, { using: own })).toStartWith(`${reason}: `);
    });

    test("names are judged by the proxy", async () => {
      expect(await world.refusal(world.at("/", "private.test"))).toBe(
        'forbidden_address: "private.test" does not point to a public address.',
      );
      expect(await world.refusal(world.at("/", "missing.test"))).toStartWith(
        'unresolvable: "missing.test" was not found.',
      );
      expect(await world.refusal("https://private.test/")).toStartWith("forbidden_address: ");
      expect(await world.refusal("https://missing.test/")).toStartWith("unresolvable: ");
    });

    test("a name that changes its address between two connections is refused at the second", async () => {
      world.dns.records.set("rebind.test", (asked) => (asked === 0 ? ["127.0.0.1"] : ["127.0.0.2"]));
      world.pages.set(
        "/",
        page(`${text}<script>
        fetch("/again").then((r) => r.text(), () => "failed").then((text) => document.body.append("fetched: " + text));
      </script>`),
      );
      const { html } = await world.render(world.at("/", "rebind.test"));
      expect(html).toContain("fetched: ");
      expect(html).not.toContain("fetched: secret");
      expect(world.asked()).toEqual(["GET /"]);
      expect(world.dns.questions.filter((question) => question === "A rebind.test").length).toBeGreaterThan(1);
    });

    test("a server that is not there, and one that hangs up", async () => {
      const gone = await startPeer("");
      gone.stop();
      expect(await world.refusal(`http://site.test:${gone.port}/`)).toStartWith(
        'connection: "site.test" cannot be reached.',
      );
      world.pages.set("/", (socket) => socket.destroy());
      expect(await world.refusal(world.at("/"))).toStartWith('connection: "site.test" closed the connection');
    });
  });

  test("over TLS, with a certificate that is trusted and one that is not", async () => {
    const { key, cert } = selfSigned(["site.test"]);
    const secure = await startPeer(page(`${text}<script>document.body.append(isSecureContext)</script>`), {
      secure: { key, cert },
    });
    const trusting = createRenderer({ ...world.settings, ca: cert });
    const rendered = await world.render(`https://site.test:${secure.port}/`, { using: trusting });
    expect(rendered.html).toContain("</script>true");
    await trusting.close();
    expect(await world.refusal(`https://site.test:${secure.port}/`)).toBe(
      'tls: "site.test" cannot be reached securely: its certificate is not one that browsers trust, or it does not speak TLS.',
    );
    const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("plain") });
    expect(await world.refusal(`https://site.test:${plain.port}/`)).toStartWith("tls: ");
    await plain.stop(true);
    secure.stop();
  });
});
