import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { pageForm } from "#test/support/clients/page-form.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { consumer, payPath, simulatePayment } from "#test/support/records/orders.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { pageButtons } from "#tools/core/text/page-buttons.ts";

const email = "pages@example.test";
let server: TestServer;
let person: Visitor;
let key: string;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ teamEmail: "team@slipway.test", now: () => clock });
  person = await signUpAs(server, email);
  key = (await keyFor(server.store, { email, scopes: ["account:read", "orders:write"] })).key;
});
afterAll(() => server.stop());

async function order(slug: string, more = {}) {
  const { id } = await ownedListing(server.store, slug, { email, hasProfile: false });
  const items = [{ product: "launch", listing_id: id, ...more }];
  return { id, ...(await server.as(key).over("REST", "create_checkout", { items })).body };
}
const pathOf = ({ number }: { number: string }) => `/account/orders/${number}`;
const see = async (path: string) => (await person.get(path)).html;

test("billing form: valid details are saved; an unknown country is an error at its field", async () => {
  const wrong = await person.post("/account/billing", { name: "Ada", street: "1", city: "X", country: "Narnia" });
  expect([wrong.status, wrong.html.includes("Country must be a country")]).toEqual([422, true]);
  const given = { name: "Ada Quill", street: "1 Rue", city: "Brest", country: "France", postcode: "29200" };
  expect((await person.post("/account/billing", given)).location).toBe("/account/billing?done=saved");
  expect(await see("/account/billing")).toContain('value="France"');
});

test("open order: its page shows the total and a payment link, and the buyer can cancel it", async () => {
  const open = await order("cancel-me");
  expect(await see("/account/orders")).toContain(open.number);
  const page = await see(pathOf(open));
  for (const said of ["€118.80", "Review and pay", `>${pageButtons.cancelOrder}</button>`])
    expect(page).toContain(said);
  expect((await person.post(pathOf(open), {})).location).toBe(`${pathOf(open)}?done=canceled`);
  expect((await server.as(key).call("get_order", { number: open.number })).body.status).toBe("canceled");
  expect((await person.get(`${pathOf(open)}/invoice`)).status).toBe(404);
});

test("paid order: the invoice contains all mandatory information", async () => {
  const paid = await order("invoiced");
  await simulatePayment(server, paid.checkout_url);
  const invoice = await see(`${pathOf(paid)}/invoice`);
  for (const said of [
    "Tidewell",
    "Ada Quill",
    "29200 Brest",
    "France",
    "18 November 2026",
    "€99.00",
    "20%",
    "€19.80",
    "€118.80",
  ])
    expect(invoice).toContain(said);
  const structured = `${pathOf(paid)}/invoice/TEST-2026-00001.xml`;
  const shown = await see(pathOf(paid));
  for (const said of [structured, ">Invoice as XML</a>", "<dt>VAT (20%)</dt>"]) expect(shown).toContain(said);
  expect(shown.match(/€19\.80/g)).toHaveLength(1);
  expect(await see("/account/orders")).toContain("€118.80 including VAT,");
  expect(await see(structured)).toContain('<cbc:TaxInclusiveAmount currencyID="EUR">118.80</cbc:TaxInclusiveAmount>');
  expect((await person.get(structured.replace("00001", "00002"))).status).toBe(404);
  const documents = [`${pathOf(paid)}/invoice`, structured];
  const stranger = await signUpAs(server, "stranger@example.test");
  for (const path of [pathOf(paid), ...documents, `${pathOf(paid)}/withdraw`])
    expect((await stranger.get(path)).status).toBe(404);
  const { account } = await keyFor(server.store, { email: "stranger@example.test" });
  await server.store.write((tx) => updateAccount(tx, account.id, { role: "admin" }, testNow));
  for (const path of documents) expect((await stranger.get(path)).html).toContain("TEST-2026-00001");
});

test("consumer withdraws before fulfilment: acknowledged by email and refunded in full", async () => {
  const later = await order("withdrawn", { launch_week: "2026-W50" });
  await simulatePayment(server, later.checkout_url);
  expect(await see(pathOf(later))).toContain("Withdraw from the contract here");
  expect(await see(`${pathOf(later)}/withdraw`)).toContain("Confirm withdrawal");
  expect((await person.post(`${pathOf(later)}/withdraw`, {})).location).toBe(`${pathOf(later)}?done=withdrawn`);
  const subjects = (await server.mails()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
  expect(subjects[0]).toContain(`Your withdrawal from order ${later.number}`);
  expect((await person.post(`${pathOf(later)}/withdraw`, {})).status).toBe(409);
  await server.drainJobs();
  expect((await server.as(key).call("get_order", { number: later.number })).body.status).toBe("refunded");
  expect(await see(`${pathOf(later)}/invoice`)).toContain("Credit note");
});

test("withdrawal after fulfilment: acknowledged and passed to the team; a company cannot withdraw", async () => {
  const begun = await order("begun");
  await simulatePayment(server, begun.checkout_url);
  await person.post(`${pathOf(begun)}/withdraw`, {});
  await server.drainJobs();
  expect((await server.as(key).call("get_order", { number: begun.number })).body.status).toBe("fulfilled");
  const team = (await server.mails()).find(({ recipient }) => recipient === "team@slipway.test");
  expect(team!.textBody).toContain("Calculate what the buyer owes");

  const account = (await accountByEmail(server.store.read, email))!;
  await server.store.write((tx) => saveBillingDetails(tx, account.id, { ...consumer, company: "Quill SARL" }, testNow));
  const business = await order("business");
  await simulatePayment(server, business.checkout_url);
  expect((await person.get(`${pathOf(business)}/withdraw`)).status).toBe(409);
});

/** Posts the form at `path` as a browser would, with changes. */
async function press(path: string, fields: Record<string, string>, { action = path.replace(/&done=.*/, "") } = {}) {
  const shown = await person.get(path);
  return person.post(action, { ...(await pageForm(shown, action)), ...fields });
}
/** The path of the page with the total. */
async function totalOf(id: number, fields: Record<string, string>): Promise<string> {
  const { location } = await person.post(`/account/listings/${id}/launch`, { launch_week: "", ...fields });
  return location!;
}
const ordered = async () => (await server.as(key).call("list_my_orders")).body.total as number;

test("launch page: weeks with places, never an ISO week; a week that cannot be ordered leads back to the list", async () => {
  const { id } = await ownedListing(server.store, "from-page", { email, hasProfile: false });
  const path = `/account/listings/${id}/launch`;
  const html = await see(path);
  for (const said of [
    "Free launch",
    "€99.00",
    "Launch now, ",
    '<option value="2026-11-30">30 Nov – 6 Dec, 19 places left',
  ])
    expect(html).toContain(said);
  expect(html).not.toMatch(/\d{4}-W\d\d/);
  for (const said of ["Profile sections", "Billboard week"]) expect(html).not.toContain(said);
  for (const launch_week of ["2020-01-06", "2029-01-01", "soon"]) {
    const wrong = await person.post(path, { product: "launch", launch_week });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining("Choose another week or product.")]);
  }
  expect((await person.get("/account/listings/999999/launch")).status).toBe(404);
});

test("total: nothing is ordered before the order button, which also pays in the sandbox", async () => {
  const { id } = await ownedListing(server.store, "ordered-here", { email, hasProfile: false });
  const before = await ordered();
  const path = await totalOf(id, { product: "launch", launch_week: "2026-12-14" });
  const total = await see(path);
  for (const said of ["€118.80", "14 – 20 Dec 2026", "Nothing is ordered yet.", "Change billing details"])
    expect(total).toContain(said);
  expect(await ordered()).toBe(before);
  const back = `/account/listings/${id}/launch?product=launch&launch_week=2026-12-14`;
  expect(total.replaceAll("&amp;", "&")).toContain(`href="${back}#field-launch-week"`);
  expect(await see(back)).toContain('<option value="2026-12-14" selected>');
  const { location } = await press(path, {});
  expect([location, await ordered()]).toEqual([expect.stringMatching(/^\/checkout\/SW-2026-/), before + 1]);
  const thanks = await see(location!);
  for (const said of [
    "Payment received: <bdi>ordered-here launches on 14 December 2026.",
    "for the ranking of that week until Sunday, 20 December 2026",
  ])
    expect(thanks).toContain(said);
  // A listing that is not live has neither a page nor a picture to share.
  expect(thanks).toContain(encodeURIComponent(`${server.url}/launches/2026-W51`));
  expect(thanks).not.toContain("share.png");
  expect(await see("/account/delete")).toMatch(/Listings whose launch is scheduled [^.]*<strong>ordered-here</);
  expect((await person.get(path)).location).toBe(`/account/listings/${id}/launch`);
});

test("total: an expired price, or one for other billing details, is replaced by the present one", async () => {
  const { id } = await ownedListing(server.store, "expires", { email, hasProfile: false });
  const path = await totalOf(id, { product: "launch" });
  const shown = await pageForm(await person.get(path), path);
  const details = { name: "Ada Quill", street: "1 Kai", city: "Hamburg", country: "Germany", postcode: "20457" };
  const before = await ordered();
  await press("/account/billing", { ...details, company: "" });
  const late = await person.post(path, { ...shown, do: "order" });
  expect(await see(late.location!)).toMatch(/calculated it again.*€117.81/s);
  clock = new Date(testNow.getTime() + 31 * 60_000);
  const later = (await person.get(late.location!)).location!;
  expect(await see(later)).toContain("calculated it again");
  expect(await ordered()).toBe(before);
  expect((await press(later, {})).location).toStartWith("/checkout/");
  clock = testNow;
  await press("/account/billing", { ...details, street: "1 Rue", city: "Brest", country: "France", postcode: "29200" });
});

test("total: billing details can be changed on the page; other people and other listings cannot use the price", async () => {
  const { id } = await ownedListing(server.store, "billed", { email, hasProfile: false });
  const { id: other } = await ownedListing(server.store, "billed-other", { email, hasProfile: false });
  const path = await totalOf(id, { product: "launch" });
  const form = await pageForm(await person.get(path), path);
  const change = (at: string, fields: Record<string, string>) =>
    press(at, { do: "bill", ...fields }, { action: `${at}&change=billing` });
  const wrong = await change(path, { country: "Narnia" });
  expect([wrong.status, wrong.html.includes("Country must be a country")]).toEqual([422, true]);
  const changed = (await change(path, { country: "Germany", postcode: "20457", city: "Hamburg" })).location!;
  expect(await see(changed)).toContain("€117.81");
  await change(changed, { country: "France", postcode: "29200", city: "Brest" });
  const mixed = path.replace(`/${id}/`, `/${other}/`);
  expect((await person.post(mixed, form)).location).toBe(`/account/listings/${other}/launch`);
  const stranger = await signUpAs(server, "thief@example.test");
  for (const at of [path, mixed]) expect((await stranger.get(at)).status).toBe(404);
});

test("total without billing details: the page shows what is bought, and a country is enough for the total", async () => {
  const buyer = await signUpAs(server, "first-order@example.test");
  const owned = { email: "first-order@example.test", hasProfile: false };
  const { id } = await ownedListing(server.store, "first-order", owned);
  const wanted = { product: "launch", launch_week: "2026-12-14" };
  const { location } = await buyer.post(`/account/listings/${id}/launch`, wanted);
  const first = await buyer.get(location!);
  for (const said of [
    "Paid launch: first-order",
    "14 – 20 Dec 2026",
    "€99.00",
    "plus VAT where applicable, for example €",
  ])
    expect(first.html).toContain(said);
  const action = `${location}&change=billing`;
  const form = await pageForm(first, action);
  const unknown = await buyer.post(action, { ...form, do: "total", country: "Narnia" });
  expect([unknown.status, unknown.html.includes("Country must be a country")]).toEqual([422, true]);
  const shown = await buyer.post(action, { ...form, do: "total", country: "France", street: "1 Rue" });
  for (const said of ["€118.80", 'value="France"', 'value="1 Rue"', "14 – 20 Dec 2026"])
    expect(shown.html).toContain(said);
  expect(shown.html).not.toContain("TEST: simulate");
  const quote = /name="quote" value="(\d+)"/.exec(shown.html)![1]!;
  const path = `/account/listings/${id}/order?quote=${quote}`;
  expect((await buyer.get(path)).html).toContain("€118.80");
  const early = await buyer.post(path, { ...form, do: "order", quote });
  expect(early.location).toBe(`/account/listings/${id}/launch`);
  const late = { ...form, do: "total", country: "France", launch_week: "2020-01-06" };
  expect((await buyer.post(action, late)).html).toContain("Choose another week or product.");
  const details = { name: "Ada", street: "1 Rue", city: "Brest", postcode: "29200", country: "France" };
  const review = await buyer.post(`${path}&change=billing`, { ...form, ...details, do: "bill", quote });
  expect((await buyer.get(review.location!)).html).toContain("TEST: simulate the payment of €118.80");
});

test("an order that an assistant left open: the total says so, and its own page changes the billing details", async () => {
  const open = await order("left-open");
  const path = await totalOf(open.id, { product: "launch", launch_week: "2026-12-14" });
  const html = await see(path);
  expect(html).toContain(`Order <a href="/account/orders/${open.number}">${open.number}</a> is already open`);
  expect(html).not.toContain("Nothing is ordered yet");
  const refused = await press(path, {});
  expect(refused.html).toContain("is still open and contains “Paid launch: left-open” (immediate start).");
  expect(refused.html).toMatch(
    /<a href="[^"]*\/account\/orders\/(SW-2026-\d+)">Press “Cancel order” to end order \1, which cannot be undone, and then order again.<\/a>/,
  );
  const link = payPath(open.checkout_url);
  expect(await see(link)).toContain("Nothing is ordered until you press the button.");
  const billing = await pageForm(await person.get(`${link}&billing=change`), link);
  await person.post(link, { ...billing, country: "Germany", postcode: "20457", city: "Hamburg" });
  expect(await see(link)).toContain("€117.81");
});

test("paid and live: the page celebrates with links to share, the picture and the badge", async () => {
  const { id } = await ownedListing(server.store, "party", { email, hasProfile: false });
  const { location } = await press(await totalOf(id, { product: "launch" }), {});
  const launch = `/account/listings/${id}/launch`;
  expect(await see(location!)).toContain("Payment received: <bdi>party is live.</bdi>");
  const page = encodeURIComponent(`${server.url}/listings/party`);
  for (const html of [await see(location!), await see(launch)]) {
    for (const site of ["x.com/intent/post", "www.linkedin.com", "bsky.app/intent", "share.joinmastodon.org/#text"])
      expect(html).toMatch(new RegExp(`href="https://${site}[^"]*${page}" rel="nofollow noopener"`));
    for (const part of ['href="/listings/party/share.png" download', "mailto:?", 'class="snippet copied"'])
      expect(html).toContain(part);
  }
  const overview = await see(`/account/listings/${id}`);
  expect(overview).toContain(`href="${launch}">Share</a>`);
  // A live listing can still buy a billboard, in weeks in which it is public.
  expect(await see(launch)).toContain("Billboard week");
  const billboard = await press(await totalOf(id, { product: "billboard", launch_week: "2026-11-30" }), {});
  expect(await see(billboard.location!)).toMatch(
    /<h1>Payment received\..*runs from 30 November 2026 to 6 December 2026/s,
  );
});

test("pricing page: public, with the same prices as the API", async () => {
  const page = await (await fetch(`${server.url}/pricing`)).text();
  expect(page).not.toContain("quote_order");
  for (const said of ["Paid launch", "€99.00", "Billboard week", "€149.00", "Free launch"])
    expect(page).toContain(said);
});

test("order page: links terms and imprint once the operator has written them", async () => {
  const open = await order("with-terms");
  const link = open.checkout_url.slice(new URL(open.checkout_url).origin.length);
  const sellerOf = async () => /<p class="hint">Sold by.*?<\/p>/s.exec(await see(link))![0];
  expect(await sellerOf()).not.toContain("/terms");
  const site = (await siteById(server.store.read, 1))!;
  const texts = { terms: "Ours.", imprint: "Us." };
  await server.store.write((tx) => updateSite(tx, 1, { ...site, settings: { ...site.settings, texts } }));
  for (const path of ["/terms", "/imprint"]) expect(await sellerOf()).toContain(`href="${path}"`);
});
