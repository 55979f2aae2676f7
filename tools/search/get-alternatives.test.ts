import { afterAll, beforeAll, expect, test } from "bun:test";
import { listingAlternatives } from "#db/schema/listings.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import getAlternatives from "./get-alternatives.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const idOf = async (slug: string): Promise<number> => (await server.call("get_listing", { slug })).body.id;
const alternatives = async (slug: string, limit?: number): Promise<any[]> =>
  (await server.call("get_alternatives", { slug, ...(limit && { limit }) })).body.items;

test("200: alternatives of a photo gallery are photo galleries, most similar first, with reasons", async () => {
  const items = await alternatives("lumenroll", 3);
  const { items: galleries } = (await server.call("search_listings", { category: "photo-galleries" })).body;
  const others = galleries.map(({ slug }: { slug: string }) => slug).filter((slug: string) => slug !== "lumenroll");
  expect(others).toHaveLength(3);
  expect(items.map(({ slug }) => slug).sort()).toEqual(others.sort());
  for (const { shared } of items) expect(shared).toContain("both in Photo galleries");
  const framevault = items.find(({ slug }) => slug === "framevault");
  expect(framevault.shared).toContain("both tagged photos");
  expect(framevault.shared.join()).toMatch(/both mention [^;]*photo/);
});

test("200: scores are between 0 and 1 with two decimals, and the response explains their order", async () => {
  const { body } = await server.call("get_alternatives", { slug: "stillup", limit: 50 });
  const scores = body.items.map(({ score }: { score: number }) => score);
  expect(scores.length).toBeGreaterThan(1);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  for (const score of scores) {
    expect(score).toBeWithin(0.1, 1.0001);
    expect(score).toBe(Number(score.toFixed(2)));
  }
  expect(body.order).toMatch(/team.* popular/);
  expect(getAlternatives.text(body)).toContain(body.order);
});

test("200: never the listing itself, a listing that is not live or one of another site", async () => {
  const live = (await server.call("search_listings", { per_page: 100 })).body.items;
  const slugs = new Set(live.map(({ slug }: { slug: string }) => slug));
  for (const slug of ["fernleaf", "stillup", "pennyslip", "attic-prints"]) {
    const found = (await alternatives(slug, 50)).map((item) => item.slug);
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain(slug);
    expect(found.filter((each) => !slugs.has(each))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  }
});

test("200: products of another kind are no alternatives, whatever category, tags and words they share", async () => {
  expect((await alternatives("stillup", 50)).map(({ slug }) => slug)).toEqual(["watchkettle", "pingmoor", "heartbeet"]);
  // They share Analytics or Privacy and security, or tags such as `open-source` and `accessibility`.
  for (const slug of ["tallyglass", "mapmitten", "secretspoon", "captionwright", "togglery", "harbourlist"])
    expect([slug, await alternatives(slug, 50)]).toEqual([slug, []]);
});

test("200: without alternatives, the next step is the main category", async () => {
  const { body } = await server.call("get_alternatives", { slug: "tallyglass" });
  expect(body).toMatchObject({
    items: [],
    next_actions: [{ tool: "search_listings", arguments: { category: "analytics" }, who: "agent" }],
  });
  expect(getAlternatives.text(body)).toBe(
    'Alternatives to Tallyglass (tallyglass): https://tallyglass.example\nNo listings are similar enough.\nNext: search_listings({"category":"analytics"}): See all listings in Analytics.',
  );
  const next = await server.call("search_listings", body.next_actions[0].arguments);
  expect(next.status).toBe(200);
});

test("200: live listings chosen by the site team come first, whatever their score", async () => {
  const listingId = await idOf("quittance");
  const hidden = server.store.read.$client.query("SELECT id FROM listings WHERE slug = 'clipmason'").get() as any;
  await server.store.write(async (tx) => {
    for (const alternativeId of [await idOf("migrail"), hidden.id])
      await tx.insert(listingAlternatives).values({ listingId, alternativeId });
  });
  const [first, second, ...rest] = await alternatives("quittance");
  expect(first).toMatchObject({ slug: "migrail" });
  expect(first.shared[0]).toBe("chosen by the site team");
  expect(second.shared).toContain("both in Invoicing");
  expect(rest.map(({ slug }) => slug)).not.toContain("clipmason");
  expect(rest.map(({ slug }) => slug)).not.toContain("migrail");
});

test("200: without category, the next step is a search for the headline", async () => {
  const id = await idOf("tallyglass");
  await server.store.write(async (tx) => {
    tx.$client.run("DELETE FROM listing_categories WHERE listing_id = ?", [id]);
  });
  const { items, next_actions } = (await server.call("get_alternatives", { slug: "tallyglass" })).body;
  expect(items).toEqual([]);
  expect(next_actions[0].arguments).toEqual({ q: "Website statistics in eight plain sentences" });
});

test("200: at most limit alternatives", async () => {
  expect(await alternatives("stillup", 1)).toHaveLength(1);
});

test("404: an unknown slug, and a listing that is not live", async () => {
  for (const slug of ["no-such-thing", "clipmason"]) {
    const { status, body } = await server.call("get_alternatives", { slug });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: "not_found", next_actions: [{ tool: "search_listings" }] });
  }
});

test("422: a limit of 0 or 51", async () => {
  for (const [limit, code] of [
    [0, "too_small"],
    [51, "too_big"],
  ]) {
    const { status, body } = await server.call("get_alternatives", { slug: "lumenroll", limit });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: "limit", code }]);
  }
});
