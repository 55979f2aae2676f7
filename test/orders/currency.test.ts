import { afterAll, beforeAll, expect, test } from "bun:test";
import { saveExchangeRate } from "../../db/queries/exchange-rates.ts";
import { createSite } from "../../db/queries/write-site.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/harness.ts";
import { buyer, playPayment } from "../support/orders.ts";

let server: TestServer;
beforeAll(async () => {
  const store = emptyStore();
  const site = { key: "main", name: "Main", host: null, currency: "USD", settings: {} };
  await store.write((tx) => createSite(tx, site, testNow.toISOString()));
  server = await startTestServer({ store });
});
afterAll(() => server.stop());

const rateOf = (day: string) =>
  server.store.write((tx) => saveExchangeRate(tx, { currency: "USD", day, rate: "1.0832", source: "ECB" }));

test("in another currency nothing is sold without a present rate, and every paper says its sums in euros", async () => {
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
  await playPayment(server, body.checkout_url);
  const [row] = server.store.read.$client.query<{ document: string }, []>("SELECT document FROM invoices").all();
  expect(JSON.parse(row!.document)).toMatchObject({
    currency: "USD",
    vat: 1980,
    euros: { net: 9140, vat: 1828, gross: 10_968, rate: "1.0832", day: "2026-11-17", source: "ECB" },
  });
});
