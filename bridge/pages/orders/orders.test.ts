import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import { updateSite } from "#db/queries/sites/write-site.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { consumer, simulatePayment } from "#test/support/records/orders.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { pageButtons } from "#tools/core/text/page-buttons.ts";

const email = "pages@example.test";
let server: TestServer;
let person: Visitor;
let key: string;
beforeAll(async () => {
  server = await startTestServer({ teamEmail: "team@slipway.test" });
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
  expect(await see(pathOf(paid))).toContain(structured);
  expect(await see(structured)).toContain('<cbc:TaxInclusiveAmount currencyID="EUR">118.80</cbc:TaxInclusiveAmount>');
  expect((await person.get(structured.replace("00001", "00002"))).status).toBe(404);
  const documents = [`${pathOf(paid)}/invoice`, structured];
  const stranger = await signUpAs(server, "stranger@example.test");
  for (const path of [pathOf(paid), ...documents, `${pathOf(paid)}/withdraw`])
    expect((await stranger.get(path)).status).toBe(404);
  const { account } = await keyFor(server.store, { email: "stranger@example.test" });
  await server.store.write((tx) => updateAccount(tx, account.id, { role: "team" }, testNow));
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

test("order form of a listing: leads to the checkout link; a past week is an error at its field", async () => {
  const { id } = await ownedListing(server.store, "from-page", { email, hasProfile: false });
  const path = `/account/listings/${id}/launch`;
  expect(await see(path)).toContain("Paid launch, €99.00 net");
  const wrong = await person.post(path, { product: "launch", launch_week: "2020-W01" });
  expect([wrong.status, wrong.html.includes("2020-W01 is over")]).toEqual([422, true]);
  expect((await person.post(path, { product: "launch", launch_week: "" })).location).toStartWith("/checkout/SW-2026-");
  expect(await see(path)).toContain('<option value="2026-W49">Week 49, 2026 (from 30 November 2026)</option>');
  const other = await person.post(path, { product: "launch", launch_week: "2026-W49" });
  expect(other.html).toContain("is still open and contains “Paid launch: from-page” (immediate start).");
  expect(other.html).toMatch(
    /<a href="[^"]*\/account\/orders\/(SW-2026-\d+)">Press “Cancel order” to end order \1, which cannot be undone, and then order again.<\/a>/,
  );
  expect((await person.get("/account/listings/999999/launch")).status).toBe(404);
});

test("pricing page: public, with the same prices as the API", async () => {
  const page = await (await fetch(`${server.url}/pricing`)).text();
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
