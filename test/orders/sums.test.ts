import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { invoicesOf } from "#db/queries/orders/invoices.ts";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { documentOf } from "#tools/orders/documents/present-invoice.ts";
import { priceText } from "#tools/orders/shared/price-text.ts";
import { visitor } from "../support/clients/visitor.ts";
import { buyer, consumer, payPath, simulatePayment } from "../support/records/orders.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { vatCases } from "./vat-cases.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const runs = 25;
const buyers = vatCases.filter(({ seller, on, id }) => seller === "DE oss" && on === "2026-11-18" && id === "none");
const sale = fc.record({
  buyer: fc.constantFrom(...buyers),
  price: fc.integer({ min: 1, max: 1_000_000 }),
  weeks: fc.integer({ min: 1, max: 8 }),
  hasSections: fc.boolean(),
});

test("any order and buyer: quote, order, page and invoice agree to the cent", async () => {
  const owner = await buyer(server.store, "same-sums", { billing: null });
  const as = server.as(owner.key);
  const sumsOf = ({ currency, net, vat, gross, lines }: any) => ({
    ...{ currency, net, vat, gross },
    lines: lines.map((line: any) => [line.net, line.vat_rate_bp, line.vat, line.gross]),
  });
  const sales = fc.sample(sale, { numRuns: runs, seed: 13 });
  for (const [nth, { buyer: where, price, weeks, hasSections }] of sales.entries()) {
    const { id } = await ownedListing(server.store, `same-sums-${nth}`, {
      ...{ email: owner.email, status: "live", plan: "free", hasProfile: false },
    });
    await server.store.write(async (tx) => {
      tx.$client.run("UPDATE products SET price = ?1 + length(product) WHERE site_id = 1", [price]);
      const { country, postcode } = where;
      await saveBillingDetails(tx, owner.account.id, { ...consumer, country, postcode }, testNow);
    });
    const items = [
      { product: "billboard", listing_id: id, quantity: weeks },
      ...(hasSections ? [{ product: "sections", listing_id: id }] : []),
    ];
    const { body: quote } = await as.over("REST", "quote_order", { items });
    const { body: order } = await as.over("REST", "create_checkout", { quote_id: quote.quote_id });
    expect(sumsOf(order)).toEqual(sumsOf(quote));
    const page = await visitor(server).get(payPath(order.checkout_url));
    expect(page.html).toContain(priceText(quote.gross, quote.currency));
    await simulatePayment(server, order.checkout_url);
    const row = (await orderByNumber(server.store.read, order.number))!;
    const [invoice] = (await invoicesOf(server.store.read, row.id)).map(documentOf);
    expect(sumsOf(invoice)).toEqual(sumsOf(quote));
    expect([row.status, invoice!.tax.treatment]).toEqual(["fulfilled", where.treatment]);
  }
}, 60_000);
