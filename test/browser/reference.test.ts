import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { signUpAs } from "../support/clients/visitor.ts";
import { keyFor } from "../support/records/account.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("the interactive reference in a browser", () => {
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

  const keyField = 'input[placeholder="Token"]';

  /** Presses a button wherever it is: the page moves while it loads. */
  async function press(page: Page, text: string): Promise<void> {
    const found = await page.waitForSelector(`xpath///button[starts-with(normalize-space(.), "${text}")]`);
    await found!.evaluate((button: any) => button.click());
  }

  /** Sends the request of an operation as the page has filled it in; returns the status and the credentials in it. */
  async function send(page: Page, tag: string, path: string) {
    await page.waitForSelector(keyField);
    await page.evaluate(`location.hash = "tag/${tag}/GET${path}"`);
    await press(page, `Test Request(get ${path})`);
    const sent = page.waitForResponse((response) => response.url().includes(`/api/v1${path}`));
    await press(page, "Send");
    const response = await sent;
    const { authorization, cookie } = response.request().headers();
    return { status: response.status(), authorization, cookie };
  }

  test.each(["light", "dark"])(
    "%s: calls without cookies, stores nothing and asks no other host",
    async (scheme) => {
      const { cookies } = await signUpAs(server, `${scheme}@example.org`);
      const { key } = await keyFor(server.store, { email: `${scheme}@example.org`, scopes: ["account:read"] });
      const context = await browser.createBrowserContext();
      await context.setCookie(
        ...[...cookies].map(([name, value]) => ({ name, value, domain: "localhost", path: "/", httpOnly: true })),
      );
      const page = await context.newPage();
      const foreign: string[] = [];
      const faults: string[] = [];
      page.on("request", (request) => {
        if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== server.url)
          foreign.push(request.url());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${server.url}/docs/reference`);

      expect(await send(page, "listings", "/listings")).toEqual({
        status: 200,
        authorization: undefined,
        cookie: undefined,
      });
      await page.goto("about:blank");
      await page.goto(`${server.url}/docs/reference`);
      await page.waitForSelector(keyField);
      await page.type(keyField, key);
      expect(await send(page, "account", "/me")).toEqual({
        status: 200,
        authorization: `Bearer ${key}`,
        cookie: undefined,
      });

      const stored = await page.evaluate(
        "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
      );
      expect(stored).not.toContain(key);
      expect(await page.evaluate("indexedDB.databases().then((found) => found.length)")).toBe(0);
      expect(await page.$eval("body", (body) => body.className)).toContain(`${scheme}-mode`);
      expect([foreign, faults]).toEqual([[], []]);
      await context.close();
    },
    60_000,
  );

  test("without scripts: a sentence says so and leads to the pages of the API", async () => {
    const page = await browser.newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(`${server.url}/docs/reference`);
    expect(await page.$eval("main", (main) => main.textContent)).toContain("This page needs JavaScript.");
    expect(await page.$eval('main a[href="/docs/api"]', (link) => link.textContent)).toBe("API pages");
    await page.close();
  });
});
