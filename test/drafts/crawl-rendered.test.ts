import { afterAll, describe, expect, test } from "bun:test";
import { createRenderer } from "#bridge/outbound/browser.ts";
import { chromiumPath, hasChromium } from "../browser/chromium.ts";
import { codesOf, crawl, textOf, userAgent } from "../support/fakes/crawling.ts";
import type { Site } from "./sites/serve.ts";
import { singlePageApp } from "./sites/single-page-app.ts";

// Sites that show nothing until their scripts have run, rendered by the real browser behind the outbound guard.

const renderer = createRenderer({ chromiumPath, allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent });
afterAll(() => renderer.close());

describe.skipIf(!hasChromium)("with a browser", () => {
  test("single-page app: rendered and crawled like any other site", async () => {
    const site = await crawl(singlePageApp, { renderer });
    expect(site.paths).toEqual(["/", "/pricing", "/about"]);
    expect(site.pages.map(({ isRendered }) => isRendered)).toEqual([true, true, true]);
    expect(site.pages[0]).toMatchObject({
      title: "Tidewatch – tide alerts for small harbours",
      lang: "en",
      url: site.url,
      meta: { description: expect.stringContaining("212 public gauges") },
    });
    expect(textOf(site.pages[1])).toBe(
      "Free for clubs\nClubs and volunteers pay nothing. Commercial harbours pay 90 euros a year.\nFree plan with three gauges\nHarbour plan with all gauges",
    );
    expect(site.warnings).toEqual([]);
    expect(site.logo?.width).toBe(256);
  });

  test("page forbidden by robots.txt: not rendered", async () => {
    const guarded: Site = {
      ...singlePageApp,
      pages: { ...singlePageApp.pages, "/robots.txt": "User-agent: SlipwayBot\nDisallow: /pricing" },
    };
    const site = await crawl(guarded, { renderer });
    expect(site.paths).toEqual(["/", "/about"]);
    expect(codesOf(site)).toEqual(["robots_forbid"]);
    expect(site.served.hits).not.toContain("/pricing");
  });

  test("page with enough static text: not rendered", async () => {
    const text =
      "<!doctype html><html lang=en><title>Acme</title><h1>Acme bakes bread</h1><p>Every day, for everyone, in all of its shops and at the doors of those who order.</p><a href='#shops'>Shops</a> <a href='#order'>Order</a><script src=/a.js></script>";
    const site = await crawl({ pages: { "/": text } }, { renderer });
    expect(site.pages[0]!.isRendered).toBe(false);
    expect(site.served.hits.filter((path) => path === "/")).toHaveLength(1);
    expect(site.served.hits).not.toContain("/a.js");
  });

  test("menu built by script: its links are followed; a script redirect page is left out", async () => {
    const menu = `<script>document.body.insertAdjacentHTML("beforeend", '<nav><a href="/about">About us</a> <a href="/pricing">Pricing</a></nav>')</script>`;
    const home = `<!doctype html><html lang=en><title>Acme</title><h1>Acme bakes bread</h1><p>Every day, for everyone, in all of its shops and at the doors of those who order.</p>${menu}`;
    const site = await crawl(
      {
        pages: {
          "/": `<!doctype html><title>Acme</title><h1>Acme</h1><p>Loading your language version...</p><a href="/en">English</a> <a href="/de">Deutsch</a><script>location.replace("/en")</script>`,
          "/en": home,
          "/about":
            "<!doctype html><html lang=en><title>About us</title><h1>About Acme</h1><p>Acme was begun by a baker in 1998.</p>",
          "/pricing": "<!doctype html><html lang=en><title>Pricing</title><h1>Pricing</h1><p>A loaf is 4 euros.</p>",
        },
      },
      { renderer },
    );
    expect(site.paths).toEqual(["/en", "/pricing", "/about"]);
  });

  test("failing scripts: the static page is kept, with a warning", async () => {
    const broken: Site = {
      pages: {
        "/": `<!doctype html><html lang=en><title>Acme bread</title><div id=root></div><script>throw new Error("no")</script>`,
      },
    };
    const site = await crawl(broken, { renderer });
    expect(site.pages).toMatchObject([{ title: "Acme bread", isRendered: false }]);
    expect(codesOf(site)).toEqual(["needs_scripts"]);
  });
});
