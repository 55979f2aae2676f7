import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "puppeteer";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { startEmulatedStripe } from "../support/fakes/emulated-stripe.ts";
import { keyFor } from "../support/records/account.ts";
import { buyer } from "../support/records/orders.ts";
import { addListing } from "../support/records/records.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { hasChromium, openContext, press, startChromium } from "./chromium.ts";

describe.skipIf(!hasChromium)("buying in a browser", () => {
  const email = "harbour@example.org";
  let server: TestServer;
  let browser: Browser;
  let person: BrowserContext;
  let listingId: number;
  let draftId: number;
  beforeAll(async () => {
    server = await startTestServer();
    browser = await startChromium();
    person = await openContext(browser, await signUpAs(server, email));
    const account = (await accountByEmail(server.store.read, email))!;
    const owned = (slug: string) =>
      server.store.write(async (tx) => {
        const id = await addListing(tx, 1, slug, { status: "draft", plan: "none" });
        const companyId = (await companyOfListing(tx, id))!;
        await addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow);
        return id;
      });
    listingId = await owned("harbour-ledger");
    draftId = await owned("quay-ledger");
  });
  afterAll(async () => {
    await browser?.close();
    await server.stop();
  });

  const heading = (page: Page) => page.$eval("h1", (element) => element.textContent);

  /** Checks a page with axe in both colour schemes, wide and narrow, and that it does not scroll sideways. */
  async function inspect(page: Page): Promise<void> {
    const script = await page.evaluate("typeof axe === 'undefined'");
    if (script) await page.evaluate(axe.source);
    for (const scheme of ["light", "dark"])
      for (const width of [360, 1280]) {
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string; nodes: any[] }[] };
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        expect([page.url().replace(server.url, "").split("?")[0], scheme, width, ...found]).toHaveLength(3);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
        const folder = process.env.SCREENSHOTS;
        if (folder)
          await page.screenshot({
            path: `${folder}/${Bun.hash(page.url()).toString(36).slice(0, 6)}-${scheme}-${width}.png`,
            fullPage: true,
          });
      }
    await page.setViewport({ width: 1280, height: 900 });
  }

  const unfold = (page: Page) => page.$eval("main details", (part) => part.setAttribute("open", ""));

  test("create_checkout over MCP: paying without a sign-in makes the listing live", async () => {
    const { key } = await keyFor(server.store, { email, scopes: ["account:read", "orders:write"] });
    const items = [{ product: "launch", listing_id: listingId }];
    const { body: order } = await server.as(key).over("MCP", "create_checkout", { items });
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setBypassCSP(true);
    await page.goto(order.checkout_url);
    expect(await heading(page)).toBe("Billing details");
    await inspect(page);
    const fields = { name: "Ada Quill", street: "1 Quay", postcode: "20457", city: "Hamburg", country: "Germany" };
    for (const [name, value] of Object.entries(fields)) await page.type(`#field-${name}`, value);
    await press(page, "#billing .primary");
    expect(await heading(page)).toBe("Review and pay");
    expect(await page.$$("main form")).toHaveLength(1);
    expect(await page.$eval("#pay button", (button) => button.textContent)).toBe(
      "TEST: simulate the payment of €117.81",
    );
    await inspect(page);
    await press(page, "#pay .primary");
    expect(await heading(page)).toBe("Payment received: harbour-ledger is live.");
    await inspect(page);
    expect((await server.call("get_listing", { slug: "harbour-ledger" })).body.plan_label).toBe("sponsored");
    const account = await person.newPage();
    await account.setBypassCSP(true);
    for (const path of [
      "/account/orders",
      `/account/orders/${order.number}`,
      `/account/orders/${order.number}/withdraw`,
      `/account/orders/${order.number}/invoice`,
    ]) {
      await account.goto(server.url + path);
      await inspect(account);
    }
    expect(await account.$eval("h2", (element) => element.textContent)).toBe("Invoice TEST-2026-00001");
  }, 120_000);

  test("without an assistant: from the listing to the order page", async () => {
    const page = await person.newPage();
    await page.setBypassCSP(true);
    await page.goto(`${server.url}/account/listings/${listingId}/launch`);
    expect(await page.$eval("h2", (element) => element.textContent)).toBe("harbour-ledger is live.");
    await inspect(page);
    const order = `/account/listings/${draftId}/order?product=launch&launch_week=2026-12-14`;
    for (const path of ["/account/billing", "/pricing", order]) {
      await page.goto(server.url + path);
      await inspect(page);
    }
    await page.goto(`${server.url}/account/listings/${draftId}`);
    await press(page, `.step a[href="/account/listings/${draftId}/launch"]`);
    await unfold(page);
    await inspect(page);
    await press(page, 'form:has(input[value="launch"]) .primary');
    expect(await heading(page)).toBe("quay-ledger: Review and order Draft");
    await unfold(page);
    await inspect(page);
    await page.goto(`${server.url}/account/listings/${draftId}/launch`);
    await press(page, 'form:has(input[value="free"]) .primary');
    await inspect(page);
  }, 120_000);

  test("create_checkout over MCP with an emulated Stripe: paying makes the listing live", async () => {
    const stripe = await startEmulatedStripe();
    const shop = await startTestServer({ shop: { payments: stripe.payments } });
    stripe.deliverTo = `${shop.url}/webhooks/stripe`;
    const { id, key } = await buyer(shop.store, "quay-books");
    const items = [{ product: "launch", listing_id: id }];
    const { body: order } = await shop.as(key).over("MCP", "create_checkout", { items });
    const page = await (await browser.createBrowserContext()).newPage();
    await page.goto(order.checkout_url);
    await page.click("input[name=agreed]");
    await press(page, "#pay .primary");
    expect(await page.$eval(".checkout-item-name", (element) => element.textContent)).toBe("Paid launch: quay-books");
    expect(await page.$eval(".checkout-totals-row.total", (element) => element.textContent)).toContain("118.80");
    expect((await shop.as(key).call("get_order", { number: order.number })).body.status).toBe("pending");
    await press(page, ".checkout-pay-btn");
    expect(await heading(page)).toBe("Payment received: quay-books is live.");
    expect(stripe.heard.at(-1)).toBe("checkout.session.completed");
    expect((await shop.as(key).call("get_order", { number: order.number })).body.status).toBe("fulfilled");
    expect((await shop.call("get_listing", { slug: "quay-books" })).body.plan_label).toBe("sponsored");
    await shop.stop();
    await stripe.stop();
  }, 120_000);
});
