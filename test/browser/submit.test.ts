import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { draftById } from "#db/queries/drafts/drafts.ts";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { signUpAs, type Visitor } from "../support/clients/visitor.ts";
import { completeFields, draftFor } from "../support/records/draft.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { hasChromium, openContext, press, startChromium } from "./chromium.ts";

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

  /** Creates a usual draft: headline, description and categories are empty, and each has three passages. */
  async function draftToWrite(email: string): Promise<{ visitor: Visitor; path: string; id: number }> {
    const person = await signUpAs(server, email);
    const account = (await accountByEmail(server.store.read, email))!;
    const url = `https://${email.split("@")[0]}.example/`;
    const quotes = [
      "Bookkeeping for small marinas",
      "Harbour Ledger keeps the books of small marinas: berths, dues and the diesel pump, in one place.",
      "Every berth has an account. Dues are billed by the night, and the diesel pump sends its own receipts. ".repeat(
        2,
      ),
    ];
    const { id } = await draftFor(server.store, account.id, {
      url,
      fields: { ...completeFields, headline: "", description: "", categories: [] },
      passages: quotes.map((quote, i) => ({
        ...{ id: `p${i + 1}`, url: `${url}about`, quote, fetched_at: testNow.toISOString() },
        for: ["headline", "description", "categories"],
      })),
      suggestedCategories: ["invoicing", "money"],
    });
    return { visitor: person, path: `${server.url}/account/drafts/${id}`, id };
  }

  const pathOf = (page: Page) => page.url().replace(server.url, "");
  const mainOf = (page: Page) => page.$eval("main", (main) => main.textContent ?? "");
  async function retype(page: Page, selector: string, text: string): Promise<void> {
    // Focusing scrolls the field out from under the bar of buttons.
    await page.focus(selector);
    await page.click(selector, { count: 3 });
    await page.keyboard.type(text);
  }

  test("from the home page to a place in the queue", async () => {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setJavaScriptEnabled(false);
    await page.goto(server.url);
    await press(page, '.top a[href="/submit"]');
    await page.type("#field-url", site.url);
    await page.type("#field-email", "nia@example.org");
    await press(page, "main .primary");
    await server.mails();
    await press(page, 'a[href="/dev/mailbox"]');
    await press(page, ".rows a");
    await press(page, '.mail a[href*="/link?token="]');
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
    expect(pathOf(page)).toMatch(/^\/account\/listings\/\d+\/launch\?done=submitted$/);
    const launch = pathOf(page).split("?")[0];

    await press(page, 'form:has(input[value="free"]) .primary');
    expect(pathOf(page)).toBe(`${launch}?done=free`);
    expect(await mainOf(page)).toMatch(/will go live in the next available week, probably week \d+ \(from/);
  });

  test("a draft to write: four presses and no typing submit it", async () => {
    const { visitor, path, id } = await draftToWrite("ada@example.org");
    const context = await openContext(browser, visitor);
    const page = await context.newPage();
    await page.setJavaScriptEnabled(false);
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(path);
    expect(await heightOf(page)).toBeLessThanOrEqual(2500);

    // The browser moves the focus to the filled field, and the bar does not cover it.
    await press(page, 'button[value^="headline "]');
    expect(await page.$eval("#field-headline", (input: any) => input.matches(":focus"))).toBe(true);
    expect(await isCovered(page, "#field-headline")).toBe(false);
    await press(page, 'button[value^="description "]');
    await page.click('input[value="invoicing"]');
    await press(page, 'button[value="submit"]');
    expect(pathOf(page)).toMatch(/^\/account\/listings\/\d+\/launch\?done=submitted$/);
    const { fields } = (await draftById(server.store.read, id))!;
    expect(fields).toMatchObject({ headline: "Bookkeeping for small marinas", categories: ["invoicing"] });
    await context.close();
  });

  test("a draft to write, with the keyboard: Enter on a button copies the text, and the bar of buttons covers no focused field", async () => {
    const { visitor, path } = await draftToWrite("grace@example.org");
    const context = await openContext(browser, visitor);
    const page = await context.newPage();
    await page.goto(path);
    await page.type("#field-name", "Old ");
    await page.focus('button[value^="description "]');
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    expect(await page.$eval("#field-name", (input: any) => input.value)).toBe("Old Harbour Ledger");
    expect(await page.$eval("#field-description", (area: any) => area.value)).toBe("Bookkeeping for small marinas");
    await page.setViewport({ width: 390, height: 844 });
    for (const selector of ["#field-description", 'button[value^="description "]', "#field-headline"]) {
      await page.focus(selector);
      expect([selector, await isCovered(page, selector)]).toEqual([selector, false]);
    }
    await context.close();
  });

  const heightOf = (page: Page) => page.$eval("html", (root) => root.scrollHeight);
  /** Whether another element, such as the bar of buttons, hides the middle of an element or it is off the screen. */
  const isCovered = (page: Page, selector: string) =>
    page.$eval(selector, (element: any) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2) !== element;
    });
});
