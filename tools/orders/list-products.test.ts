import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: products with prices in the site's currency", async () => {
  const { status, body } = await server.call("list_products");
  expect(status).toBe(200);
  expect(body).toMatchObject({ page: 1, per_page: 20, total: 3, has_more: false });
  const second = (await server.call("list_products", { page: 2, per_page: 2 })).body;
  expect(second).toMatchObject({ items: body.items.slice(2, 4), total: 3, has_more: false });
  expect(body.items).toMatchObject([
    { product: "launch", price: 9900, currency: "EUR", unlocks: ["launch_week", "milestones", "updates"] },
    { product: "billboard", price: 14900, currency: "EUR", unlocks: ["billboard"] },
    { product: "sections", price: 2900, currency: "EUR", unlocks: ["milestones", "updates"] },
  ]);
});

test("text response: formatted prices", async () => {
  expect((await server.mcp("list_products")).text).toContain("Paid launch (launch): €99.00 net");
});
