import { afterAll, beforeAll, expect, test } from "bun:test";
import { keyFor } from "#test/support/records/account.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
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

test("404: an own listing that is not live leads to get_my_listing; others see an unknown slug", async () => {
  const { key, account } = await keyFor(server.store);
  const { slug, main } = await ownedProduct(server.store, account.id, "awaiting_badge");
  const { status, body } = await server.as(key).call("get_listing", { slug });
  expect([status, body.detail]).toEqual([404, expect.stringContaining("is a listing of this account")]);
  expect(body.next_actions).toMatchObject([{ tool: "get_my_listing", arguments: { listing_id: main } }]);
  const { body: mine } = await server.as(key).call("get_my_listing", body.next_actions[0].arguments);
  expect([mine.slug, mine.status]).toEqual([slug, "awaiting_badge"]);
  // The owner's call leaves nothing behind for others.
  for (const caller of [server, server.as((await keyFor(server.store, { email: "eve@example.test" })).key)])
    expect((await caller.call("get_listing", { slug })).body).toMatchObject({
      detail: `There is no listing "${slug}" here.`,
      next_actions: [{ tool: "search_listings" }],
    });
});

test("the text names the page to follow and the feed", async () => {
  const { text } = await server.mcp("get_listing", { slug: "tidepad" });
  const page = `${server.url}/listings/tidepad`;
  expect(text).toContain(`Page, to vote and to follow by email: ${page} · feed: ${page}.atom`);
  const feed = await fetch(`${page}.atom`);
  expect([feed.status, feed.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("application/atom+xml"),
  ]);
});

test("422: an invalid slug", async () => {
  const { status, body } = await server.call("get_listing", { slug: "not/a/slug" });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "slug", code: "invalid_format" }]);
});
