import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../../test/harness.ts";

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

test("a count is what a search in the category finds, subcategories included", async () => {
  for (const { slug, listing_count } of (await server.call("list_categories")).body.items) {
    const { total } = (await server.call("search_listings", { category: slug, per_page: 1 })).body;
    expect([slug, listing_count]).toEqual([slug, total]);
  }
});
