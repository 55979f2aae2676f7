import { afterAll, beforeAll, expect, test } from "bun:test";
import { buyer, simulatePayment } from "#test/support/records/orders.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: own orders, newest first, paginated and filtered by status", async () => {
  const owner = await buyer(server.store, "listed-orders", { status: "live", plan: "free" });
  const as = server.as(owner.key);
  const order = async (item: object) =>
    (await as.over("REST", "create_checkout", { items: [{ listing_id: owner.id, ...item }] })).body;
  const first = await order({ product: "sections" });
  await simulatePayment(server, first.checkout_url);
  const second = await order({ product: "billboard" });
  const { status, body } = await as.call("list_my_orders");
  expect([status, body.total]).toEqual([200, 2]);
  expect(body.items.map((item: any) => item.number)).toEqual([second.number, first.number]);
  expect((await as.call("list_my_orders", { status: "fulfilled" })).body.items).toMatchObject([
    { number: first.number },
  ]);
  expect((await as.call("list_my_orders", { per_page: 1, page: 2 })).body).toMatchObject({ total: 2, has_more: false });
});

test("401: not signed in", async () => {
  expect((await server.call("list_my_orders")).status).toBe(401);
});
