import { expect, test } from "bun:test";
import type { Order } from "#db/queries/orders/orders.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { payableOf } from "./payable.ts";

test("an order whose link is lost: the buyer returns to the list of orders", async () => {
  const store = emptyStore();
  const order = { number: "SW-2026-000001", linkSecret: "lost", lines: [], expiresAt: testNow.toISOString() };
  const urls = { base: "https://example.org", api: "", mcp: "", docs: "" };
  const { paidUrl, canceledUrl } = payableOf(store.read, order as unknown as Order, urls);
  for (const url of [paidUrl, canceledUrl]) expect(new URL(url).pathname).toBe("/account/orders");
  await store.close();
});
