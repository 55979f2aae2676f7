import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: a category with its listings by votes, including those of subcategories", async () => {
  const { status, body } = await server.call("get_category", { slug: "media", top: 4 });
  expect(status).toBe(200);
  const found = (await server.call("search_listings", { category: "media", sort: "votes", per_page: 4 })).body;
  expect(body).toMatchObject({ slug: "media", name: "Media", parent: null, listing_count: found.total });
  expect(body.top).toEqual(found.items);
  const filedBelow = body.top.filter((card: any) => !card.categories.some((filed: any) => filed.slug === "media"));
  expect(filedBelow).not.toBeEmpty();
});

test("follow_url opens the category's page, on which people follow it", async () => {
  const follow_url = `${server.url}/categories/media`;
  expect((await server.call("get_category", { slug: "media" })).body.follow_url).toBe(follow_url);
  const { text } = await server.mcp("get_category", { slug: "media" });
  expect(text).toContain(`To get new products by email, the user follows this category at ${follow_url}\nFrom `);
  expect(await (await fetch(follow_url)).text()).toContain("Follow <bdi>Media</bdi>");
});

test("a subcategory names its parent and shows ten listings by default", async () => {
  expect((await server.call("get_category", { slug: "photo-galleries" })).body.parent).toBe("media");
  expect((await server.call("get_category", { slug: "developer-tools" })).body.top).toHaveLength(10);
});

test("404: a category of another site, with the list as next action", async () => {
  const { status, body } = await server.call("get_category", { slug: "uptime" });
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: "not_found", next_actions: [{ tool: "list_categories" }] });
});

test("422: top above the limit", async () => {
  const { status, body } = await server.call("get_category", { slug: "media", top: 51 });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "top", code: "too_big", limit: 50 }]);
});
