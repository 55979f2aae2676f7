import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "puppeteer";
import { chrome, countsOf } from "../insights/traffic.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("counting in a browser", () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startTestServer();
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  const countsFor = async (slug: string) => {
    await server.runtime.insights.flush();
    return countsOf(server.store.read, slug).map((line) => line.replace(/ \d+:/, ":"));
  };

  test.each([
    ["with scripts", "lumenroll", true],
    ["without scripts", "framevault", false],
  ])("%s: a view, a search and a followed link count once each", async (_, slug, hasScripts) => {
    const page = await browser.newPage();
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await page.setUserAgent({ userAgent: chrome });
    await page.setJavaScriptEnabled(hasScripts);
    // The products' websites do not exist.
    await page.setRequestInterception(true);
    page.on("request", (request) =>
      request.url().startsWith(server.url) ? request.continue() : request.respond({ body: "elsewhere" }),
    );
    await page.goto(`${server.url}/search?q=${slug}`);
    await page.goto(`${server.url}/listings/${slug}`);
    await Promise.all([page.waitForNavigation(), page.click("a[ping]")]);
    while (!(await countsFor(slug)).includes("outbound_clicks page: 1")) await Bun.sleep(50);
    expect(await countsFor(slug)).toEqual([
      "outbound_clicks page: 1",
      "page_views page: 1",
      "search_impressions page: 1",
    ]);
    expect(messages).toEqual([]);
    await page.close();
  });

  test("without the user agent of a person, Chromium is a bot", async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}/listings/fernleaf`);
    expect(await countsFor("fernleaf")).toEqual([]);
    await page.close();
  });
});
