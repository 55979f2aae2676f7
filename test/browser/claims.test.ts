import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import axe from "axe-core";
import type { Browser, Page } from "puppeteer";
import { type ClaimTown, publish, startClaimTown } from "../support/claims.ts";
import { signUpAs } from "../support/visitor.ts";
import { hasChromium, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("claiming in a browser without scripts", () => {
  let town: ClaimTown;
  let browser: Browser;
  beforeAll(async () => {
    town = await startClaimTown();
    browser = await startChromium();
    await town.list("quayside");
  });
  afterAll(async () => {
    await browser?.close();
    await town.stop();
  });

  async function press(page: Page, selector: string): Promise<void> {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  }

  test("from the listing to verified, by file; no page runs over the side or has a serious fault", async () => {
    const { url } = town.server;
    const person = await signUpAs(town.server, "ada@people.test");
    const context = await browser.createBrowserContext();
    const cookies = [...person.cookies].map(([name, value]) => ({ name, value, domain: "localhost", path: "/" }));
    await context.setCookie(...cookies);
    const page = await context.newPage();

    await page.goto(`${url}/listings/quayside`);
    await press(page, 'a[href="/listings/quayside/claim"]');
    await check(page);
    await page.click('input[value="file"]');
    await press(page, "main .primary");
    expect(new URL(page.url()).pathname).toBe("/listings/quayside/claim");
    await press(page, "section .primary");
    expect(await page.$eval("section .error", (element) => element.textContent)).toContain("There is nothing at");
    await check(page);

    const [name, value] = await page.$$eval(".copied code", (codes) => codes.map((code) => code.textContent));
    publish(town, { slug: "quayside", method: "file", instructions: { name: name!, value: value! } });
    await press(page, "section .primary");
    expect(await page.$eval("main .tag", (element) => element.textContent)).toBe("Verified");
    await page.goto(`${url}/account/claims`);
    await check(page);
    await page.goto(`${url}/listings/quayside`);
    expect(await page.$('a[href="/listings/quayside/claim"]')).toBeNull();
    await context.close();
  }, 60_000);

  async function check(page: Page): Promise<void> {
    for (const scheme of ["light", "dark"])
      for (const width of [360, 1440]) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.setViewport({ width, height: 900 });
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        expect([page.url(), width, over]).toEqual([page.url(), width, 0]);
        await page.evaluate(axe.source);
        const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; impact: string }[] };
        const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
        expect([page.url(), scheme, width, serious.map(({ id }) => id)]).toEqual([page.url(), scheme, width, []]);
      }
  }
});
