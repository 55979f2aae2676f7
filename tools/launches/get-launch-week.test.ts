import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings } from "#db/schema/listings.ts";
import { addListing, addSite, addVotes } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let demo: TestServer;
let server: TestServer;

const current = "2026-W47";
const next = "2026-W48";

beforeAll(async () => {
  demo = await startTestServer();
  const store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx, "main", { freeQueue: { placesPerWeek: 7 } });
    const other = await addSite(tx, "other");
    const launch = (slug: string, launchWeek: string, more = {}) => addListing(tx, site, slug, { launchWeek, ...more });
    await launch("voteless-a", current);
    await launch("voteless-b", current);
    const late = await launch("tied-late", current);
    const early = await launch("tied-early", current);
    const first = await launch("most-voted", current, { plan: "paid" });
    await addVotes(tx, site, late, current, 5, "2026-11-17T10:00:00.000Z");
    await addVotes(tx, site, early, current, 5, "2026-11-17T09:00:00.000Z");
    await addVotes(tx, site, first, current, 6);
    // Votes of another week, or for a listing of another week, do not count here.
    await addVotes(tx, site, early, "2026-W46", 50);
    await addVotes(tx, site, await launch("from-last-week", "2026-W46"), current, 90);
    await addVotes(tx, site, await launch("suspended", current, { status: "suspended" }), current, 80);
    await launch("scheduled-free", next, { status: "scheduled" });
    await launch("scheduled-paid", next, { status: "scheduled", plan: "paid" });
    await launch("awaiting", next, { status: "awaiting_badge" });
    await launch("archived", next, { status: "archived" });
    await addListing(tx, other, "elsewhere", { launchWeek: current });
  });
  server = await startTestServer({ store });
});
afterAll(() => Promise.all([demo.stop(), server.stop()]));

const slugs = (body: any) => body.items.map((item: any) => item.slug);

test("200: the live week is ranked by the votes cast in it, listings without votes last", async () => {
  const { status, body } = await server.call("get_launch_week", { week: current });
  expect(status).toBe(200);
  expect(slugs(body)).toEqual(["most-voted", "tied-early", "tied-late", "voteless-a", "voteless-b"]);
  expect(body).toMatchObject({
    week: current,
    label: "16 to 22 November 2026",
    starts_at: "2026-11-16T00:00:00.000Z",
    ends_at: "2026-11-23T00:00:00.000Z",
    status: "live",
    slots: { free: { total: 7, taken: 4 }, paid: { total: 20, taken: 1 } },
  });
});

test("the text says which votes the total of the week includes", async () => {
  const { text } = await server.mcp("get_launch_week", { week: current });
  expect(text).toContain(
    "Votes cast in the week, also for listings launched in earlier weeks: 186; all without a record of the voters (imported or older votes).",
  );
});

test("200: an upcoming week shows scheduled listings, and counts those that wait for a badge as taken places", async () => {
  const { body } = await server.call("get_launch_week", { week: next });
  expect(body.status).toBe("upcoming");
  expect(slugs(body)).toEqual(["scheduled-free", "scheduled-paid"]);
  expect(body.slots).toEqual({ free: { total: 7, taken: 2 }, paid: { total: 20, taken: 1 } });
  expect((await server.call("get_listing", { slug: "scheduled-free" })).status).toBe(404);
});

test("200: current and next are weeks", async () => {
  expect((await server.call("get_launch_week", { week: "current" })).body.week).toBe(current);
  expect((await server.call("get_launch_week", { week: "next" })).body.week).toBe(next);
});

test("200: a closed week of the demo directory is sorted by rank", async () => {
  const { body } = await demo.call("get_launch_week", { week: "2026-W46" });
  expect(body.status).toBe("closed");
  expect(body.slots.free.total).toBe(50);
  expect(body.items.length).toBeGreaterThan(2);
  expect(body.items.map((item: any) => item.rank)).toEqual(body.items.map((_: unknown, i: number) => i + 1));
});

test("200: week 53 at the turn of the year", async () => {
  const { body } = await server.call("get_launch_week", { week: "2026-W53" });
  expect(body).toMatchObject({
    label: "28 December 2026 to 3 January 2027",
    starts_at: "2026-12-28T00:00:00.000Z",
    ends_at: "2027-01-04T00:00:00.000Z",
    items: [],
  });
});

test("200: a listing that is not live leaves its week, and returns to its rank", async () => {
  const setStatus = (status: "live" | "suspended") =>
    server.store.write(async (tx) => {
      await tx.update(listings).set({ status }).where(eq(listings.slug, "tied-early"));
    });
  await setStatus("suspended");
  const without = await server.call("get_launch_week", { week: current });
  expect(slugs(without.body)).toEqual(["most-voted", "tied-late", "voteless-a", "voteless-b"]);
  await setStatus("live");
  const again = await server.call("get_launch_week", { week: current });
  expect(slugs(again.body)[1]).toBe("tied-early");
});

test("200: a large week shows its first hundred listings", async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx);
    for (let i = 1; i <= 103; i++) {
      const id = await addListing(tx, site, `n${i}`, { launchWeek: current });
      await addVotes(tx, site, id, current, i);
    }
  });
  const large = await startTestServer({ store });
  const { body } = await large.call("get_launch_week", { week: current });
  expect(slugs(body)).toEqual(Array.from({ length: 100 }, (_, i) => `n${103 - i}`));
  expect(body.slots.free).toEqual({ total: 50, taken: 103 });
  await large.stop();
});

const meant: [week: string, near: string][] = [
  ...["2025-W53", "2026-W00", "2026-11", "soon", "9999-W52", "2025-W01"].map((week): [string, string] => [
    week,
    "current",
  ]),
  ...([
    ["2026-47", current],
    ["2026-w48", next],
    ["last week", "2026-W46"],
    ["2026-11-24", next],
  ] as [string, string][]),
];
test.each(meant)("404: %p is no week of the site, %p may be meant", async (week, near) => {
  const { status, body } = await server.call("get_launch_week", { week });
  expect([status, body.code]).toEqual([404, "not_found"]);
  expect(body.detail).toContain("The first week of this site is 2026-W46.");
  expect(body.next_actions).toMatchObject([{ tool: "get_launch_week", arguments: { week: near } }]);
  expect((await server.call("get_launch_week", { week: near })).status).toBe(200);
});

test("the first week of a site is that of its creation, or of an earlier launch", async () => {
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  const young = await startTestServer({ store });
  const statusOf = async (week: string) => (await young.call("get_launch_week", { week })).status;
  expect([await statusOf("2026-W46"), await statusOf(current)]).toEqual([404, 200]);
  await store.write(async (tx) => void (await addListing(tx, 1, "imported", { launchWeek: "2024-W10" })));
  expect([await statusOf("2024-W09"), await statusOf("2024-W10"), await statusOf("2026-W46")]).toEqual([404, 200, 200]);
  await young.stop();
});
