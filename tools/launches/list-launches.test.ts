import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { companies } from "#db/schema/companies.ts";
import { addListing, addSite, addVotes } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let demo: TestServer;
let server: TestServer;

beforeAll(async () => {
  demo = await startTestServer();
  const store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx);
    const other = await addSite(tx, "other");
    const at = (launchWeek: string, launchedAt: string) => ({ launchWeek, launchedAt });
    await addListing(tx, site, "monday", at("2026-W47", "2026-11-16T00:00:00.000Z"));
    const winner = await addListing(tx, site, "tuesday", at("2026-W47", "2026-11-17T15:00:00.000Z"));
    await addVotes(tx, site, winner, "2026-W47", 1);
    await addListing(tx, site, "earlier", at("2026-W40", "2026-09-28T00:00:00.000Z"));
    await addListing(tx, site, "no-launch");
    await addListing(tx, site, "hidden", { ...at("2026-W47", "2026-11-18T00:00:00.000Z"), status: "suspended" });
    await addListing(tx, site, "announced", { launchWeek: "2026-W48", status: "scheduled" });
    await addListing(tx, site, "waiting", { launchWeek: "2026-W48", status: "awaiting_badge" });
    await addListing(tx, other, "elsewhere", at("2026-W47", "2026-11-18T10:00:00.000Z"));
    const claimed = { earlier: "2026-11-10", monday: "2026-11-12", hidden: "2026-11-13", elsewhere: "2026-11-14" };
    for (const [name, day] of Object.entries(claimed))
      await tx
        .update(companies)
        .set({ verifiedMethod: "dns", verifiedAt: `${day}T08:00:00.000Z` })
        .where(eq(companies.name, name));
  });
  server = await startTestServer({ store });
});
afterAll(() => Promise.all([demo.stop(), server.stop()]));

const slugsByKey = (body: any) =>
  Object.fromEntries(body.sections.map(({ key, items }: any) => [key, items.map((item: any) => item.slug)]));

test("200: four sections, each in its own order and only with this site's listings", async () => {
  const { status, body } = await server.call("list_launches");
  expect(status).toBe(200);
  expect(slugsByKey(body)).toEqual({
    "this-week": ["tuesday", "monday"],
    "next-week": ["announced"],
    "just-launched": ["tuesday", "monday", "earlier"],
    "recently-claimed": ["monday", "earlier"],
  });
});

test("over MCP: no page for listings that have not launched", async () => {
  const { structuredContent, text } = await server.mcp("list_launches");
  expect(text).toContain("Next week, without pages until then:");
  expect(structuredContent.item_page_url).toBe(`${server.url}/listings/{slug}`);
  const store = emptyStore();
  await store.write(async (tx) =>
    addListing(tx, await addSite(tx), "announced", { launchWeek: "2026-W48", status: "scheduled" }),
  );
  const upcoming = await startTestServer({ store });
  const answer = await upcoming.mcp("list_launches");
  expect([answer.structuredContent.sections[1].items.length, answer.structuredContent.item_page_url]).toEqual([
    1,
    undefined,
  ]);
  expect(answer.text).not.toContain("/listings/");
  await upcoming.stop();
});

test("200: per_section limits every section", async () => {
  const { body } = await server.call("list_launches", { per_section: 1 });
  expect(slugsByKey(body)).toEqual({
    "this-week": ["tuesday"],
    "next-week": ["announced"],
    "just-launched": ["tuesday"],
    "recently-claimed": ["monday"],
  });
});

test("200: the demo directory has 1 to 12 listings in every section", async () => {
  const { body } = await demo.call("list_launches");
  for (const { items } of body.sections) {
    expect(items.length).toBeGreaterThan(0);
    expect(items.length).toBeLessThanOrEqual(12);
  }
});

test.each([0, 25])("422: per_section %p", async (per_section) => {
  const { status, body } = await server.call("list_launches", { per_section });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "per_section", actual: per_section }]);
});
