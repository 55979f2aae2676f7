import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const anyLive = async () => (await server.call("search_listings", { per_page: 1 })).body.items[0];

test("200: a live listing with all public fields", async () => {
  const card = await anyLive();
  const { status, body } = await server.call("get_listing", { slug: card.slug });
  expect(status).toBe(200);
  expect(body).toMatchObject(card);
  expect(body.description).not.toBe("");
  expect(body.founders.length).toBeGreaterThan(0);
  expect(body.badges_url).toBe(`${server.url}/api/v1/listings/${card.slug}/badges`);
});

test("404: an unknown slug, with the search as next action", async () => {
  const { status, body } = await server.call("get_listing", { slug: "no-such-thing" });
  expect(status).toBe(404);
  expect(body).toMatchObject({
    code: "not_found",
    next_actions: [{ tool: "search_listings", arguments: { q: "no such thing" } }],
  });
});

test("422: an invalid slug", async () => {
  const { status, body } = await server.call("get_listing", { slug: "not/a/slug" });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "slug", code: "invalid_format" }]);
});
