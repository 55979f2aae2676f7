import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: all categories, top-level ones first, each by name", async () => {
  const { status, body } = await server.call("list_categories");
  expect(status).toBe(200);
  const names = (items: any[]) => items.map((item) => item.name);
  const top = body.items.filter((item: any) => item.parent === null);
  const below = body.items.filter((item: any) => item.parent !== null);
  expect(top.length).toBeGreaterThan(5);
  expect(below.length).toBeGreaterThan(5);
  expect(names(body.items)).toEqual([...names(top).sort(), ...names(below).sort()]);
  const slugs = top.map((item: any) => item.slug);
  for (const { parent } of below) expect(slugs).toContain(parent);
});

test("each category has a page; over MCP, one URL stands for all of them", async () => {
  const [{ slug, page_url }] = (await server.over("REST", "list_categories", {})).body.items;
  expect([page_url, (await fetch(page_url)).status]).toEqual([`${server.url}/categories/${slug}`, 200]);
  const { structuredContent, text } = await server.mcp("list_categories");
  expect(structuredContent.item_page_url).toBe(`${server.url}/categories/{slug}`);
  expect(text).toEndWith(`From Slipway: ${server.url}/categories/{slug}`);
});

test("200: pages of 20 continue in order, and a page of 100 has all", async () => {
  const whole = (await server.call("list_categories", { per_page: 100 })).body;
  expect(whole).toMatchObject({ page: 1, per_page: 100, total: whole.items.length, has_more: false });
  const unasked = (await server.call("list_categories")).body;
  expect(unasked).toMatchObject({ page: 1, per_page: 20, total: whole.total, has_more: true });
  expect(unasked.items).toEqual(whole.items.slice(0, 20));
  const [first, second] = [1, 2].map(
    async (page) => (await server.call("list_categories", { page, per_page: 7 })).body,
  );
  expect([...(await first).items, ...(await second).items]).toEqual(whole.items.slice(0, 14));
  expect(await first).toMatchObject({ total: whole.total, has_more: true });
  expect((await server.get("/categories?per_page=7")).headers.get("link")).toContain('page=2>; rel="next"');
  expect((await server.call("list_categories", { page: 99 })).body).toMatchObject({ items: [], total: whole.total });
  expect((await server.call("list_categories", { per_page: 101 })).status).toBe(422);
});

test("listing_count equals the search in the category, including subcategories", async () => {
  for (const { slug, listing_count } of (await server.call("list_categories", { per_page: 100 })).body.items) {
    const { total } = (await server.call("search_listings", { category: slug, per_page: 1 })).body;
    expect([slug, listing_count]).toEqual([slug, total]);
  }
});
