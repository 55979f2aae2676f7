import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("search in a browser", () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  const messages: string[] = [];
  beforeAll(async () => {
    server = await startTestServer();
    browser = await startChromium();
    page = await browser.newPage();
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    await page.setViewport({ width: 1440, height: 900 });
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  test("the header field suggests products: arrow keys and Enter open one, Escape closes the list", async () => {
    await page.goto(`${server.url}/categories`);
    await page.type("#find", "lumen");
    await page.waitForSelector(".suggestion");
    expect(await page.$eval(".suggestion", (first) => first.textContent)).toBe("Lumenroll");
    await page.keyboard.press("Escape");
    expect(await page.$(".suggestion")).toBeNull();
    await page.type("#find", "r");
    await page.waitForSelector(".suggestion");
    await page.keyboard.press("ArrowDown");
    expect(await page.$eval("#find", (field) => field.getAttribute("aria-activedescendant"))).toBe(
      "find-suggestions-0",
    );
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(page.url()).toBe(`${server.url}/listings/lumenroll`);
  });

  test("the home page's field suggests products", async () => {
    await page.goto(`${server.url}/`);
    await page.type("#search", "lumen");
    await page.waitForSelector(".suggestion");
    expect(await page.$eval(".suggestion", (first) => first.textContent)).toBe("Lumenroll");
  });

  test("the search page updates results and URL while typing, and the field keeps the focus", async () => {
    await page.goto(`${server.url}/search?sort=votes`);
    await page.type("#search", "lumenroll");
    await page.waitForFunction(`document.querySelector("#results .whole")?.textContent === "Lumenroll"`);
    await page.waitForFunction(`location.search.includes("q=lumenroll") && location.search.includes("sort=votes")`);
    expect(await page.evaluate("document.activeElement.id")).toBe("search");
  });

  test("URLs have a copy button", async () => {
    await page.goto(`${server.url}/`);
    expect(await page.$eval("code.address + .copy", (button) => button.textContent)).toBe("Copy");
    expect(messages).toEqual([]);
  });

  test("without scripts: the form shows the same results, and there is no copy button", async () => {
    const bare = await browser.newPage();
    await bare.setJavaScriptEnabled(false);
    await bare.goto(`${server.url}/`);
    expect(await bare.$(".copy")).toBeNull();
    await bare.type("#search", "lumenroll");
    await Promise.all([bare.waitForNavigation(), bare.keyboard.press("Enter")]);
    expect(bare.url()).toBe(`${server.url}/search?q=lumenroll`);
    expect(await bare.$eval("#results .whole", (first) => first.textContent)).toBe("Lumenroll");
    expect(await bare.$eval("#search", (field) => field.getAttribute("value"))).toBe("lumenroll");
    await bare.close();
  });
});
