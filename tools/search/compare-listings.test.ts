import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const compare = (...slugs: string[]) => server.call("compare_listings", { slugs });

test("200: one row per fact, values in the order of slugs", async () => {
  const slugs = ["pingmoor", "lumenroll", "halfhour"];
  const { status, body } = await compare(...slugs);
  expect(status).toBe(200);
  expect(body.items.map(({ slug }: { slug: string }) => slug)).toEqual(slugs);
  const rows = Object.fromEntries(body.rows.map((row: any) => [row.field, row.values]));
  expect(rows).toMatchObject({
    headline: [
      "Uptime alerts that wait for a second opinion",
      "A fast photo gallery that runs on your own server",
      "A booking page that asks what should be decided",
    ],
    pricing: ["paid", "open-source", "freemium"],
    platforms: ["Web, API, CLI", "Self-hosted, Docker, Linux, Web", "Web, Browser extension"],
    votes: [258, 167, 58],
    launch_week: ["2026-W45", "2026-W47", "2026-W47"],
    domain_rating: [67, 58, null],
  });
  for (const { values } of body.rows) expect(values).toHaveLength(slugs.length);
  for (const [i, slug] of slugs.entries()) {
    const { body: profile } = await server.call("get_listing", { slug });
    expect(profile).toMatchObject(body.items[i]);
    expect(rows.rank[i]).toBe(profile.rank);
    expect(rows.founders[i]).toBe(profile.founders.map(({ name }: { name: string }) => name).join(", "));
    expect(rows.categories[i]).toBe(profile.categories.map(({ name }: { name: string }) => name).join(", "));
    expect(rows.verified[i]).toBe(profile.verified.status);
    expect(rows.created_at[i]).toBe(profile.created_at.slice(0, 10));
  }
});

test("200: another order of slugs returns the same values in that order", async () => {
  const { body: there } = await compare("pingmoor", "lumenroll");
  const { body: back } = await compare("lumenroll", "pingmoor");
  expect(back.rows.map((row: any) => row.values)).toEqual(there.rows.map((row: any) => row.values.toReversed()));
});

test("200: five slugs are allowed, and items contain no long texts", async () => {
  const { status, body } = await compare("pingmoor", "lumenroll", "halfhour", "stillup", "migrail");
  expect(status).toBe(200);
  expect(body.items).toHaveLength(5);
  for (const item of body.items) expect(item).not.toHaveProperty("description");
});

test("404: names the slug that is unknown or not live", async () => {
  for (const slug of ["no-such-thing", "clipmason"]) {
    const { status, body } = await compare("pingmoor", slug);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "not_found", next_actions: [{ tool: "search_listings" }] });
    expect(body.detail).toContain(`"${slug}"`);
  }
});

test("404: names all unknown slugs and suggests the same call with the closest slugs", async () => {
  const { status, body } = await compare("pingmor", "stillup", "lumenrol");
  expect(status).toBe(404);
  expect(body.detail).toBe(
    'There is no listing "pingmor" here. Did you mean "pingmoor"? There is no listing "lumenrol" here. Did you mean "lumenroll"?',
  );
  expect(body.next_actions).toMatchObject([
    { tool: "compare_listings", arguments: { slugs: ["pingmoor", "stillup", "lumenroll"] } },
    { tool: "search_listings", arguments: { q: "pingmor" } },
    { tool: "search_listings", arguments: { q: "lumenrol" } },
  ]);
  const { body: half } = await compare("pingmor", "no-such-thing");
  expect(half.next_actions.map(({ tool }: { tool: string }) => tool)).toEqual(["search_listings", "search_listings"]);
});

test("422: one slug, six slugs, a repeated slug, none, or an invalid slug", async () => {
  const cases: [string[], string, string][] = [
    [["pingmoor"], "slugs", "too_small"],
    [["a", "b", "c", "d", "e", "f"], "slugs", "too_big"],
    [["pingmoor", "lumenroll", "pingmoor"], "slugs.2", "repeated"],
    [["pingmoor", "not/a/slug"], "slugs.1", "invalid_format"],
  ];
  for (const [slugs, field, code] of cases) {
    const { status, body } = await compare(...slugs);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field, code }]);
  }
  const { status, body } = await server.call("compare_listings");
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "slugs", code: "required" }]);
});
