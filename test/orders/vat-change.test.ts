import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { timeWords } from "#tools/core/text/text.ts";
import { pageForm } from "../support/clients/page-form.ts";
import { transports } from "../support/clients/tool-caller.ts";
import { visitor } from "../support/clients/visitor.ts";
import { type StripeServer, startStripeServer } from "../support/fakes/stripe-server.ts";
import { buyer, consumer, payPath } from "../support/records/orders.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

// The rate of Romania rose from 19 to 21% at midnight in Bucharest.
const change = "2025-07-31T21:00:00.000Z";
const inRomania = { ...consumer, country: "RO", postcode: "010011", city: "Bucharest" };
const before = (minutes: number) => new Date(Date.parse(change) - minutes * 60_000);
const after = (minutes: number) => before(-minutes);

let clock: Date;
let stripe: StripeServer;
let server: TestServer;
beforeAll(async () => {
  stripe = startStripeServer();
  const periodic = scheduled("order-watch");
  server = await startTestServer({ now: () => clock, shop: { payments: stripe.payments() }, periodic });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});
beforeEach(() => {
  clock = before(360);
});

const items = (id: number) => ({ items: [{ product: "launch", listing_id: id }] });
const checkout = async ({ key, id }: { key: string; id: number }) =>
  (await server.as(key).over("REST", "create_checkout", items(id))).body;

/** Presses the only button on an order's checkout page. */
async function press(order: { checkout_url: string }, fields: Record<string, string> = { agreed: "yes" }) {
  const person = visitor(server);
  const path = payPath(order.checkout_url);
  return person.post(path, { ...(await pageForm(await person.get(path), path)), ...fields });
}

async function send(type: string, order: { number: string }, at: Date) {
  const { body, headers } = await stripe.event(type, stripe.sessionOf(order), { at });
  expect((await fetch(`${server.url}/webhooks/stripe`, { method: "POST", body, headers })).status).toBe(200);
}

const invoiceOf = (number: string) =>
  JSON.parse(
    server.store.read.$client
      .query<{ document: string }, [string]>(
        "SELECT document FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.number = ?",
      )
      .get(number)!.document,
  );

for (const transport of transports)
  test(`over ${transport}: quote and order expire when the VAT rate changes; new ones have the new total`, async () => {
    const owner = await buyer(server.store, `rate-${transport.toLowerCase()}`, { billing: inRomania });
    const as = server.as(owner.key);
    const made = (await as.over(transport, "create_checkout", items(owner.id))).body;
    expect([made.gross, made.expires_at]).toEqual([11_781, change]);
    clock = before(20);
    const { body: quote } = await as.over(transport, "quote_order", items(owner.id));
    expect([quote.gross, quote.expires_at]).toEqual([11_781, change]);
    clock = after(1);
    expect((await as.over(transport, "create_checkout", { quote_id: quote.quote_id })).status).toBe(409);
    const { body: ended } = await as.over(transport, "get_order", { number: made.number });
    expect([ended.checkout_url, ended.message]).toEqual([null, expect.stringContaining("A VAT rate changed")]);
    expect((await visitor(server).get(payPath(made.checkout_url))).html).toContain("A VAT rate changed");
    const { body: next } = await as.over(transport, "create_checkout", items(owner.id));
    expect([next.gross, next.number === made.number]).toEqual([11_979, false]);
    expect((await as.over(transport, "quote_order", items(owner.id))).body.expires_at).toBe(after(31).toISOString());
  });

test("billing details entered at checkout: the order expires when the VAT rate changes", async () => {
  const owner = await buyer(server.store, "billed-at-link", { billing: null });
  const order = await checkout(owner);
  expect(order.expires_at).toBe(new Date(clock.getTime() + 23 * 3_600_000).toISOString());
  await press(order, { name: "Ana", street: "1", city: "Bucharest", country: "Romania" });
  const { body } = await server.as(owner.key).call("get_order", { number: order.number });
  expect([body.gross, body.expires_at]).toEqual([11_781, change]);
});

test("billing country changed at checkout: the first country's rate change no longer applies", async () => {
  const owner = await buyer(server.store, "billed-elsewhere", { billing: { ...inRomania, name: "" } });
  const order = await checkout(owner);
  expect(order.expires_at).toBe(change);
  await press(order, { name: "Ana", street: "1", city: "Bonn", country: "Germany", postcode: "53111" });
  const { body } = await server.as(owner.key).call("get_order", { number: order.number });
  expect(body.tax.reason).toContain("Germany");
  expect(body.expires_at).toBe(new Date(clock.getTime() + 23 * 3_600_000).toISOString());
});

test("payment page: closes when the rate changes and cannot be opened shortly before", async () => {
  const owner = await buyer(server.store, "closes-at-change", { billing: inRomania });
  const order = await checkout(owner);
  expect((await press(order)).location).toBe(stripe.sessionOf(order).url);
  expect(stripe.sessionOf(order).expires_at).toBe(Date.parse(change) / 1000);
  const late = await buyer(server.store, "too-late", { billing: inRomania });
  const unpaid = await checkout(late);
  clock = before(20);
  const refused = await press(unpaid);
  expect([refused.status, refused.html.includes(`this link expires on ${timeWords(change)}`)]).toEqual([409, true]);
  clock = after(5);
  await server.drainJobs();
  expect(stripe.sessionOf(order).status).toBe("expired");
  expect((await server.as(owner.key).call("get_order", { number: order.number })).body.status).toBe("expired");
});

test("payment received after the change: keeps its gross total with the new VAT rate", async () => {
  const owner = await buyer(server.store, "received-later", { billing: inRomania });
  const order = await checkout(owner);
  await press(order);
  stripe.pay(stripe.sessionOf(order).id, { payment_status: "unpaid" });
  await send("checkout.session.completed", order, clock);
  clock = after(60);
  stripe.pay(stripe.sessionOf(order).id);
  await send("checkout.session.async_payment_succeeded", order, clock);
  const { body } = await server.as(owner.key).call("get_order", { number: order.number });
  expect(body).toMatchObject({ status: "fulfilled", net: 9736, vat: 2045, gross: 11_781 });
  expect(body.tax.reason).toContain("21%");
  expect(invoiceOf(order.number)).toMatchObject({
    ...{ net: 9736, vat: 2045, gross: 11_781 },
    lines: [{ net: 9736, vat_rate_bp: 2100, vat: 2045, gross: 11_781 }],
  });
});

test("paid before the change, event after it: old VAT rate", async () => {
  const owner = await buyer(server.store, "word-came-later", { billing: inRomania });
  const order = await checkout(owner);
  await press(order);
  stripe.pay(stripe.sessionOf(order).id);
  clock = after(2);
  await send("checkout.session.completed", order, before(1));
  expect(invoiceOf(order.number)).toMatchObject({ net: 9900, vat: 1881, gross: 11_781 });
});
