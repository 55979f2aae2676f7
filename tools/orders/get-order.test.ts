import { afterAll, beforeAll, expect, test } from "bun:test";
import { buyer, simulatePayment } from "#test/support/records/orders.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: same data as create_checkout; the text states the amount due and the link", async () => {
  const owner = await buyer(server.store, "one-order");
  const items = [{ product: "launch", listing_id: owner.id }];
  const { body: made } = await server.as(owner.key).over("REST", "create_checkout", { items });
  const { status, body } = await server.as(owner.key).call("get_order", { number: made.number });
  expect([status, body]).toEqual([200, made]);
  const { text } = await server.as(owner.key).mcp("get_order", { number: made.number });
  for (const said of ["€118.80 to pay", "VAT 20%", made.checkout_url]) expect(text).toContain(said);
  await simulatePayment(server, made.checkout_url);
  const { text: paid } = await server.as(owner.key).mcp("get_order", { number: made.number });
  expect(paid).toContain("is fulfilled · €99.00 net · €19.80 VAT · €118.80 gross");
  for (const over of ["to pay", "For the person"]) expect(paid).not.toContain(over);
});

test("404: unknown order number; 401: not signed in", async () => {
  const owner = await buyer(server.store, "no-order");
  expect((await server.as(owner.key).call("get_order", { number: "SW-2020-000001" })).status).toBe(404);
  expect((await server.call("get_order", { number: "SW-2026-000001" })).status).toBe(401);
});
