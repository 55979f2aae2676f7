import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: the site, with counts that agree with the lists they count", async () => {
  const { status, body } = await server.call("get_site_info");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    key: "main",
    name: "Slipway",
    base_url: server.url,
    currency: "EUR",
    current_week: "2026-W47",
    docs_url: `${server.url}/docs`,
    mcp_url: `${server.url}/mcp`,
    api_url: `${server.url}/api/v1`,
  });
  const total = async (tool: string) => (await server.call(tool)).body.total;
  expect(body.counts).toEqual({
    listings: await total("search_listings"),
    categories: (await server.call("list_categories", { per_page: 100 })).body.items.length,
    founders: await total("list_founders"),
    posts: await total("list_blog_posts"),
  });
  expect(body.boards.map((board: any) => board.key)).toContain("community-weekly");
});

test("the badge is a link around our image", async () => {
  const { badge } = (await server.call("get_site_info")).body;
  expect(badge.image_url).toBe(`${server.url}/badges/site.svg`);
  expect(badge.html).toStartWith(`<a href="${server.url}/listings/YOUR-SLUG"><img src="${badge.image_url}"`);
});

test("rules are the defaults or the site's own settings", async () => {
  const defaults = (await server.call("get_site_info")).body;
  expect(defaults.story_rules).toEqual({
    min_words: 300,
    min_sections: 3,
    min_section_words: 40,
    min_bio_characters: 50,
  });
  expect(defaults.free_queue).toEqual({
    first_week: "2026-W50",
    first_week_offset: 3,
    places_per_week: 50,
    paid_places_per_week: 20,
    weeks_ahead: 26,
  });
  const settings = { storyRules: { minWords: 120 }, freeQueue: { firstWeekOffset: 7 } };
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE sites SET settings = ? WHERE key = 'main'", [JSON.stringify(settings)]),
  );
  const { story_rules, free_queue } = (await server.call("get_site_info")).body;
  expect(story_rules).toEqual({ ...defaults.story_rules, min_words: 120 });
  // 2026 has 53 weeks.
  expect(free_queue).toEqual({ ...defaults.free_queue, first_week_offset: 7, first_week: "2027-W01" });
});

test("the reported limits are those that lists apply", async () => {
  const { limits } = (await server.call("get_site_info")).body;
  expect((await server.call("search_listings", { per_page: limits.max_per_page })).status).toBe(200);
  expect((await server.call("search_listings", { per_page: limits.max_per_page + 1 })).status).toBe(422);
  expect(limits.rate_limits).toContainEqual({ policy: "anonymous", calls: 60, seconds: 60 });
});

test("another host of the network returns its own site", async () => {
  const { port } = new URL(server.url);
  const body = (await (await server.get("/site", { headers: { host: `dev.localhost:${port}` } })).json()) as any;
  expect(body).toMatchObject({ key: "dev", name: "Slipway Dev", base_url: `http://dev.localhost:${port}` });
});
