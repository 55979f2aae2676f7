import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "puppeteer";
import { plainSaas } from "../drafts/sites/plain-saas.ts";
import { type ServedSite, serveSite } from "../drafts/sites/serve.ts";
import { type ClaimTown, publish, startClaimTown } from "../support/records/claims.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("a person's path without scripts", () => {
  let town: ClaimTown;
  let browser: Browser;
  let site: ServedSite;
  beforeAll(async () => {
    town = await startClaimTown();
    site = await serveSite(plainSaas);
    browser = await startChromium();
    await town.list("quayside");
  });
  afterAll(async () => {
    await browser?.close();
    await site.stop();
    await town.stop();
  });

  test("search, sign up, vote, follow, claim, submit a product and pay for its launch", async () => {
    const { server } = town;
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setJavaScriptEnabled(false);
    page.setDefaultTimeout(60_000);
    const press = (selector: string, on: Page = page) => Promise.all([on.waitForNavigation(), on.click(selector)]);
    const path = () => page.url().replace(server.url, "");
    const shown = () => page.$eval("main", (main) => main.textContent ?? "");

    await page.goto(server.url);
    await page.type("#search", "quayside");
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
    await press('#results a[href="/listings/quayside"]');

    // Voting asks for an account first and then returns to the listing.
    await press(".votes .vote a");
    await press('main a[href^="/sign-up"]');
    await page.type("#field-name", "Nia Harbour");
    await page.type("#field-email", "nia@people.test");
    await press("main .primary");
    await server.mails();
    await press('a[href="/dev/mailbox"]');
    await press(".rows a");
    await press('.mail a[href*="/link?token="]');
    await press("main .primary");
    expect(path()).toStartWith("/listings/quayside");
    await press('.votes button[value="vote"]');
    expect(path()).toBe("/listings/quayside?done=voted");
    expect(await page.$('.votes button[value="take-back"]')).not.toBeNull();
    await press('button[value="follow"]');
    expect(path()).toBe("/listings/quayside?done=followed");

    await press('main a[href="/listings/quayside/claim"]');
    await page.click('input[name="method"][value="file"]');
    await press("main .primary");
    const [name, value] = await page.$$eval(".copied code", (codes) => codes.map((code) => code.textContent));
    publish(town, { slug: "quayside", method: "file", instructions: { name: name!, value: value! } });
    await press("section .primary");
    expect(await page.$eval("main .tag", (tag) => tag.textContent)).toBe("Verified");

    await press('.top a[href="/submit"]');
    await page.type("#field-url", site.url);
    await press("main .primary");
    while ((await page.$("#field-name")) === null) await page.waitForNavigation();
    await page.type("#field-headline", "Invoices for small bakeries");
    await page.click('input[value="invoicing"]');
    await press('button[value="submit"]');
    expect(path()).toMatch(/^\/account\/listings\/\d+\?done=submitted$/);
    const listing = path().split("?")[0]!;

    await page.goto(`${server.url}${listing}/launch`);
    await page.click('input[name="product"][value="launch"]');
    await press("main .primary");
    const billing = { name: "Nia Harbour", street: "1 Quay", postcode: "20457", city: "Hamburg", country: "Germany" };
    for (const [field, text] of Object.entries(billing)) {
      await page.click(`#field-${field}`, { count: 3 });
      await page.keyboard.type(text);
    }
    await press("#billing .primary");
    await press("#pay .primary");
    expect(await page.$eval("h1", (heading) => heading.textContent)).toBe("Thank you");
    await page.goto(`${server.url}/search?q=loafledger`);
    await press('#results a[href="/listings/loafledger"]');
    expect(await shown()).toContain("Paid launch");
  }, 120_000);
});
