import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const slugs = async (input: Record<string, unknown>) =>
  (await server.call("list_blog_posts", input)).body.items.map((item: any) => item.slug);

test("200: posts of this site, latest first, without their bodies", async () => {
  const { status, body } = await server.call("list_blog_posts");
  expect(status).toBe(200);
  expect(body.total).toBe(12);
  const times = body.items.map((item: any) => item.published_at);
  expect(times).toEqual([...times].sort().reverse());
  const fields = ["slug", "page_url", "title", "excerpt", "author", "tags", "published_at"];
  expect(Object.keys(body.items[0])).toEqual(fields);
});

test("q matches posts with every word, in any case and with or without accents", async () => {
  expect(await slugs({ q: "BÁDGE invoicing" })).toEqual([]);
  expect(await slugs({ q: "Lúmenroll photographs" })).toEqual(["photo-tools-compared"]);
  expect(await slugs({ q: "?!" })).toEqual([]);
});

test("tag is exact and can be combined with q", async () => {
  const tagged = await slugs({ tag: "interviews" });
  expect(tagged).toEqual(["interview-counting-less", "interview-with-a-handover-writer", "writing-a-founder-story"]);
  expect(await slugs({ tag: "interview" })).toEqual([]);
  expect(await slugs({ tag: "interviews", q: "tallyglass" })).toEqual(["interview-counting-less"]);
});

test("several tags: one match is enough, and a post with both appears once", async () => {
  const [one, other] = [await slugs({ tag: "interviews" }), await slugs({ tag: "launching" })];
  const either = await slugs({ tag: ["interviews", "launching"] });
  expect([...either].sort()).toEqual([...new Set([...one, ...other])].sort());
  expect(await slugs({ tag: ["launching", "interviews"] })).toEqual(either);
});

test("pages of a search continue in order", async () => {
  const all = await slugs({ tag: "launching" });
  const second = (await server.call("list_blog_posts", { tag: "launching", per_page: 2, page: 2 })).body;
  expect(second).toMatchObject({ total: all.length, has_more: all.length > 4 });
  expect(second.items.map((item: any) => item.slug)).toEqual(all.slice(2, 4));
});

test("a scheduled post is neither listed nor readable", async () => {
  expect(await slugs({ q: "checklist page" })).toContain("launch-checklist");
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE posts SET published_at = '2026-11-19T00:00:00.000Z' WHERE slug = 'launch-checklist'"),
  );
  expect(await slugs({ q: "checklist page" })).not.toContain("launch-checklist");
  expect((await server.call("get_blog_post", { slug: "launch-checklist" })).status).toBe(404);
});
