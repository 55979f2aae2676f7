import { afterEach, beforeEach, expect, test } from "bun:test";
import { orderByNumber } from "#db/queries/orders/orders.ts";
import type { Store } from "#db/store/store.ts";
import { madeOrder, paidState } from "#test/support/records/made-order.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addSite } from "#test/support/records/records.ts";
import { newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { contextFor } from "#test/support/server/call.ts";
import { callTool } from "#tools/core/calls/call.ts";
import settlePayment from "#tools/orders/payments/settle-payment.ts";

let admin: TestAdmin;
let store: Store;
beforeEach(() => {
  admin = newAdmin();
  store = admin.openStore();
});
afterEach(() => store.close());

async function paidOrder() {
  const siteId = await store.write((tx) => addSite(tx));
  const { id, account } = await ownedListing(store, "bought", { siteId, status: "live", plan: "free" });
  const { number } = await madeOrder(store, { siteId, accountId: account.id, listingId: id }, { provider: "stripe" });
  const context = contextFor(store, { kind: "job", via: "job:test" });
  const policy = { limiter: null, checkOutput: "always", write: store.write } as const;
  await callTool(settlePayment, context, () => ({ number, state: paidState }), policy);
  return number;
}

test("list: orders by status; oss: the sales of a quarter as CSV", async () => {
  const number = await paidOrder();
  expect((await admin.run("order", "list", "--json")).json).toMatchObject([
    { number, status: "fulfilled", gross: 3480 },
  ]);
  expect((await admin.run("order", "list", "--status", "refunded", "--json")).json).toEqual([]);
  const { out } = await admin.run("order", "oss", "2026-Q4");
  expect(out.trim().split("\r\n")).toEqual([
    "country,vat_rate_percent,currency,net,vat,net_eur,vat_eur,corrects_quarter",
    "FR,20,EUR,29.00,5.80,29.00,5.80,",
  ]);
  expect((await admin.run("order", "oss", "2026-Q3", "--json")).json).toEqual([]);
});

test("refund: requested once; a second one, --sent without a failed refund and an unknown number are refused", async () => {
  const number = await paidOrder();
  expect((await admin.run("order", "refund", number)).exitCode).toBe(0);
  expect((await admin.run("order", "refund", number)).err).toContain("is already being refunded");
  expect((await admin.run("order", "refund", number, "--sent")).err).toContain("no failed refund");
  expect((await admin.run("order", "refund", "SW-2020-000001")).err).toContain('There is no order "SW-2020-000001"');
  expect((await orderByNumber(store.read, number))!.status).toBe("fulfilled");
});
