import { afterAll, beforeAll, expect, test } from "bun:test";
import { saveExchangeRate } from "#db/queries/common/exchange-rates.ts";
import { createSite } from "#db/queries/sites/write-site.ts";
import { signUpAs } from "../support/clients/visitor.ts";
import { startStripeServer } from "../support/fakes/stripe-server.ts";
import { buyer, payPath, simulatePayment } from "../support/records/orders.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";

const stripe = startStripeServer();
let server: TestServer;
let shop: TestServer;
beforeAll(async () => {
  const store = emptyStore();
  const site = { key: "main", name: "Main", host: null, currency: "USD", settings: {} };
  await store.write((tx) => createSite(tx, site, testNow.toISOString()));
  server = await startTestServer({ store });
  shop = await startTestServer({ shop: { payments: stripe.payments() } });
});
afterAll(async () => {
  await server.stop();
  await shop.stop();
  await stripe.stop();
});

const rateOf = (day: string) =>
  server.store.write((tx) => saveExchangeRate(tx, { currency: "USD", day, rate: "1.0832", source: "ECB" }));
const sellIn = (currency: string) =>
  shop.store.write(async (tx) => {
    tx.$client.run("UPDATE sites SET currency = ? WHERE id = 1", [currency]);
    await saveExchangeRate(tx, { currency, day: "2026-11-17", rate: "150.5", source: "ECB" });
  });

test("other currency: nothing is sold without a current exchange rate; invoices also state euros", async () => {
  const owner = await buyer(server.store, "in-dollars");
  const items = [{ product: "launch", listing_id: owner.id }];
  const as = server.as(owner.key);
  for (const day of ["", "2026-10-01"]) {
    if (day) await rateOf(day);
    const quote = await as.over("REST", "quote_order", { items });
    expect([quote.status, quote.body.detail]).toEqual([503, expect.stringContaining("admin rate import")]);
    expect((await as.over("MCP", "create_checkout", { items })).status).toBe(503);
  }
  await rateOf("2026-11-17");
  expect((await as.over("MCP", "quote_order", { items })).body).toMatchObject({ currency: "USD", gross: 11_880 });
  const { body } = await as.over("REST", "create_checkout", { items });
  await simulatePayment(server, body.checkout_url);
  const [row] = server.store.read.$client.query<{ document: string }, []>("SELECT document FROM invoices").all();
  expect(JSON.parse(row!.document)).toMatchObject({
    currency: "USD",
    vat: 1980,
    euros: { net: 9140, vat: 1828, gross: 10_968, rate: "1.0832", day: "2026-11-17", source: "ECB" },
  });
});

test.each([
  ["JPY", 1, "JP¥11,880"],
  // ISK has no decimals, but Stripe counts it in hundredths.
  ["ISK", 100, "ISK\u00a011,880"],
] as const)(
  "%s has no decimals: quote, page, Stripe, invoice, XML and refund agree",
  async (currency, factor, words) => {
    await sellIn(currency);
    const slug = `in-${currency.toLowerCase()}`;
    const person = await signUpAs(shop, `${slug}@example.test`);
    const owner = await buyer(shop.store, slug, { email: `${slug}@example.test` });
    const as = shop.as(owner.key);
    const items = [{ product: "launch", listing_id: owner.id }];
    const { body: quote } = await as.over("REST", "quote_order", { items });
    expect(quote).toMatchObject({ currency, net: 9900, vat: 1980, gross: 11_880 });
    const { body: order } = await as.over("REST", "create_checkout", { quote_id: quote.quote_id });
    const path = payPath(order.checkout_url);
    expect((await person.get(path)).html).toContain(words);
    await person.post(path, { agreed: "yes" });
    const session = stripe.sessionOf(order);
    expect(session).toMatchObject({ amount_total: 11_880 * factor, currency: currency.toLowerCase() });
    const say = async (type: string, object: object) => {
      const { body, headers } = await stripe.event(type, object, { at: testNow });
      expect((await fetch(`${shop.url}/webhooks/stripe`, { method: "POST", body, headers })).status).toBe(200);
    };
    await say("checkout.session.completed", stripe.pay(session.id));
    expect((await as.call("get_order", { number: order.number })).body).toMatchObject({
      status: "fulfilled",
      currency,
    });
    const invoices = shop.store.read.$client
      .query<{ number: string; document: string }, [string]>(
        "SELECT i.number, document FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.number = ? ORDER BY i.id",
      )
      .all(order.number);
    expect(JSON.parse(invoices[0]!.document)).toMatchObject({ currency, gross: 11_880, euros: { gross: 7894 } });
    expect((await person.get(`/account/orders/${order.number}/invoice`)).html).toContain(words);
    const { html: xml } = await person.get(`/account/orders/${order.number}/invoice/${invoices[0]!.number}.xml`);
    expect(xml).toContain(`<cbc:TaxInclusiveAmount currencyID="${currency}">11880</cbc:TaxInclusiveAmount>`);
    const charge = { object: "charge", payment_intent: `pi_${session.id}`, currency: currency.toLowerCase() };
    await say("charge.refunded", { ...charge, amount: 11_880 * factor, amount_refunded: 1188 * factor });
    expect((await person.get(`/account/orders/${order.number}/invoice`)).html).toContain(
      words.replace("11,880", "1,188"),
    );
  },
);

test("currency with three decimals, or quote in a former currency: rejected", async () => {
  await sellIn("JPY");
  const owner = await buyer(shop.store, "three-decimals");
  const as = shop.as(owner.key);
  const items = [{ product: "launch", listing_id: owner.id }];
  const { body: quote } = await as.over("REST", "quote_order", { items });
  await sellIn("KWD");
  for (const name of ["quote_order", "create_checkout"]) {
    const { status, body } = await as.over("MCP", name, { items });
    expect([status, body.detail]).toEqual([503, expect.stringContaining("KWD, which has 3 decimal places")]);
  }
  await sellIn("ISK");
  const former = await as.over("REST", "create_checkout", { quote_id: quote.quote_id });
  expect([former.status, former.body.next_actions[0].tool]).toEqual([409, "quote_order"]);
  expect(former.body.detail).toContain("is in JPY, but this site now sells in ISK");
});
