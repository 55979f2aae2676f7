import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { hasChromium, press, startChromium } from "./chromium.ts";

setDefaultTimeout(60_000);

describe.skipIf(!hasChromium)("submitting a product without scripts", () => {
  let server: TestServer;
  let browser: Browser;
  let site: ServedSite;
  beforeAll(async () => {
    const outbound = { allowNetworks: ["127.0.0.0/8"], dnsServers: [], userAgent: "SlipwayBot/test" };
    server = await startTestServer({ outbound });
    site = await serveSite(plainSaas);
    browser = await startChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site.stop();
    await server.stop();
  });

  const pathOf = (page: Page) => page.url().replace(server.url, "");
  const mainOf = (page: Page) => page.$eval("main", (main) => main.textContent ?? "");
  async function retype(page: Page, selector: string, text: string): Promise<void> {
    await page.click(selector, { count: 3 });
    await page.keyboard.type(text);
  }

  test("from the home page to a place in the queue", async () => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(server.url);
    await press(page, '.top a[href="/submit"]');
    await page.type("#field-url", site.url);
    await press(page, "main .primary");
    await press(page, 'main a[href^="/sign-up"]');
    await page.type("#field-name", "Nia Harbour");
    await page.type("#field-email", "nia@example.org");
    await press(page, "main .primary");
    await server.mails();
    await press(page, 'a[href="/dev/mailbox"]');
    await press(page, ".rows a");
    await press(page, '.mail a[href*="/link?token="]');
    await press(page, "main .primary");
    expect(pathOf(page)).toStartWith("/submit?url=");
    await press(page, "main .primary");

    const draft = pathOf(page);
    expect(await mainOf(page)).toContain("Step 0 of 10");
    await server.drainJobs();
    while ((await page.$("#field-name")) === null) await page.waitForNavigation();
    expect(pathOf(page)).toMatch(new RegExp(`^${draft}\\?look=\\d+$`));
    expect(await page.$eval("#field-name", (input) => input.getAttribute("value"))).toBe("Loafledger");
    expect(await mainOf(page)).toContain("From the website");

    await retype(page, "#field-headline", "Too short");
    await press(page, 'button[value="submit"]');
    expect(await page.$eval(".summary", (summary) => summary.textContent ?? "")).toContain(
      "Headline must have at least 10 characters.",
    );
    await retype(page, "#field-headline", "Invoices for bakeries that deliver before dawn");
    if ((await page.$('input[name="categories"]:checked')) === null) await page.click('input[value="invoicing"]');
    await press(page, 'button[value="submit"]');
    expect(pathOf(page)).toMatch(/^\/account\/listings\/\d+\?done=submitted$/);
    const listing = pathOf(page).split("?")[0];

    await press(page, "main button.primary");
    expect(pathOf(page)).toBe(`${listing}?done=free`);
    expect(await mainOf(page)).toMatch(/will go live in week \d+ \(from/);
  });
});
