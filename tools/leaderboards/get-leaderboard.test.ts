import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { takeBoardSnapshots } from "#db/queries/boards/boards.ts";
import { billboardPlacements } from "#db/schema/boards.ts";
import { listings } from "#db/schema/listings.ts";
import { boards } from "#db/schema/vocabulary.ts";
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
    const ids = new Map<string, number>();
    for (const slug of ["a", "b", "c", "d"]) ids.set(slug, await addListing(tx, site, slug));
    ids.set("hidden", await addListing(tx, site, "hidden", { status: "suspended" }));
    const votes = (slug: string, period: string, count: number, votedAt: string) =>
      addVotes(tx, site, ids.get(slug)!, period, count, votedAt);
    // This week: c leads; b and d are level and d was there earlier; a is level with b to the millisecond.
    await votes("c", "2026-W47", 9, "2026-11-18T09:00:00.000Z");
    await votes("a", "2026-W47", 4, "2026-11-17T12:00:00.000Z");
    await votes("b", "2026-W47", 4, "2026-11-17T12:00:00.000Z");
    await votes("d", "2026-W47", 4, "2026-11-17T11:59:59.999Z");
    await votes("hidden", "2026-W47", 100, "2026-11-16T09:00:00.000Z");
    await addVotes(tx, other, await addListing(tx, other, "elsewhere"), "2026-W47", 50);
    // Last week: hidden leads unseen, then b before a by time; d alone behind; c was not there.
    await votes("a", "2026-W46", 7, "2026-11-12T10:00:00.000Z");
    await votes("b", "2026-W46", 7, "2026-11-11T10:00:00.000Z");
    await votes("d", "2026-W46", 1, "2026-11-10T10:00:00.000Z");
    await votes("hidden", "2026-W46", 8, "2026-11-10T10:00:00.000Z");
    for (const [period, count] of [
      ["2026-11", 3],
      ["2026", 2],
      ["2026-10", 1],
      ["2025", 1],
    ] as const) {
      await votes("a", period, count, "2026-11-01T00:00:00.000Z");
      await votes("b", period, 4 - count, "2026-11-01T00:00:00.000Z");
    }
    await votes("a", "2026-W53", 1, "2026-12-30T00:00:00.000Z");
    await votes("a", "2027-W01", 1, "2027-01-05T00:00:00.000Z");
    const book = (slug: string, week: string, createdAt: string) =>
      tx.insert(billboardPlacements).values({ siteId: site, week, listingId: ids.get(slug)!, createdAt });
    await book("b", "2026-W47", "2026-11-02T00:00:00.000Z");
    await book("a", "2026-W47", "2026-11-02T00:00:00.000Z");
    await book("d", "2026-W47", "2026-11-01T00:00:00.000Z");
    await book("hidden", "2026-W47", "2026-10-01T00:00:00.000Z");
    await book("c", "2026-W46", "2026-10-01T00:00:00.000Z");
    const set = (slug: string, values: Partial<typeof listings.$inferInsert>) =>
      tx
        .update(listings)
        .set(values)
        .where(eq(listings.id, ids.get(slug)!));
    await set("a", { votes: 30, votedAt: "2026-11-02T00:00:00.000Z", rating: 60, ratingChange: 2 });
    await set("b", { votes: 20, votedAt: "2026-11-02T00:00:00.000Z", rating: 60, ratingChange: 5 });
    await set("hidden", { votes: 90, rating: 99, ratingChange: 9 });
    await takeBoardSnapshots(tx, site, "2026-W46");
    // Since the week closed c has come, b has passed a, and d has fallen.
    await set("b", { votes: 31, rating: 61 });
    await set("c", { votes: 31, votedAt: "2026-11-01T00:00:00.000Z", rating: 0, ratingChange: 0 });
    await set("d", { ratingChange: -3 });
  });
  server = await startTestServer({ store });
});
afterAll(() => Promise.all([demo.stop(), server.stop()]));

const rows = (body: any) => body.items.map((row: any) => [row.rank, row.listing.slug, row.score, row.previous_rank]);

test("rule says that votes count whatever the launch week, over REST and in the text", async () => {
  const rule = "Live listings, whatever their launch week, ranked by votes cast in the week.";
  expect((await server.call("get_leaderboard", { board: "community-weekly" })).body.rule).toStartWith(rule);
  expect((await server.mcp("get_leaderboard", { board: "community-weekly" })).text).toContain(rule);
});

test("text over MCP: each figure once", async () => {
  const text = async (board: string) => (await server.mcp("get_leaderboard", { board })).text;
  expect(await text("community-weekly")).toContain(
    "2. d (d) · 4 of its votes in the period · previous rank 3 · 0 votes",
  );
  expect(await text("community-all-time")).not.toContain("in the period");
  expect(await text("dr-climbers")).toContain("1. b (b) · DR change +5 ·");
  expect(await text("dr-top")).not.toContain("DR change");
});

test("200: the week by votes; ties by time, then by lower id; each with its rank of the week before", async () => {
  const { status, body } = await server.call("get_leaderboard", { board: "community-weekly" });
  expect(status).toBe(200);
  expect(rows(body)).toEqual([
    [1, "c", 9, null],
    [2, "d", 4, 3],
    [3, "a", 4, 2],
    [4, "b", 4, 1],
  ]);
  expect(body).toMatchObject({
    board: "community-weekly",
    period: "2026-W47",
    starts_at: "2026-11-16T00:00:00.000Z",
    ends_at: "2026-11-23T00:00:00.000Z",
    total: 4,
    has_more: false,
  });
  expect(body.rule).toContain("the product listed first ranks higher");
  expect(body.items.every((row: any) => row.sponsored === false)).toBe(true);
});

test("200: a past week, whose ranks are the previous ranks of the current week", async () => {
  const { body } = await server.call("get_leaderboard", { board: "community-weekly", period: "2026-W46" });
  expect(rows(body)).toEqual([
    [1, "b", 7, null],
    [2, "a", 7, null],
    [3, "d", 1, null],
  ]);
});

test("200: ranks continue on the next page", async () => {
  const board = "community-weekly";
  const second = await server.call("get_leaderboard", { board, page: 2, per_page: 3 });
  expect(rows(second.body)).toEqual([[4, "b", 4, 1]]);
  expect(second.body).toMatchObject({ total: 4, has_more: false, page: 2, per_page: 3 });
  const first = await server.call("get_leaderboard", { board, per_page: 3 });
  expect(first.body).toMatchObject({ total: 4, has_more: true });
  const past = await server.call("get_leaderboard", { board, page: 1_000_000, per_page: 100 });
  expect(past.body).toMatchObject({ items: [], total: 4, has_more: false });
});

test.each(boards.filter((board) => board !== "billboard"))(
  "200: %s by cursor is what it is by page, none missed and none twice",
  async (board) => {
    for (const asked of [demo, server]) {
      const whole = (await asked.call("get_leaderboard", { board, per_page: 100 })).body.items;
      const walked: unknown[] = [];
      for (let cursor: string | undefined, hasMore = true; hasMore; ) {
        const { body } = await asked.call("get_leaderboard", { board, per_page: 1, ...(cursor && { cursor }) });
        walked.push(...body.items);
        cursor = body.next_cursor;
        hasMore = body.has_more;
        expect(cursor !== undefined).toBe(hasMore);
      }
      expect(walked).toEqual(whole);
    }
  },
);

test("422: a cursor of another leaderboard", async () => {
  const { body } = await demo.call("get_leaderboard", { board: "community-all-time", per_page: 1 });
  const wrong = await demo.call("get_leaderboard", { board: "dr-top", cursor: body.next_cursor });
  expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, "invalid_cursor"]);
});

test("200: the month and the year, compared with the periods before", async () => {
  const month = await server.call("get_leaderboard", { board: "community-monthly" });
  expect(rows(month.body)).toEqual([
    [1, "a", 3, 2],
    [2, "b", 1, 1],
  ]);
  expect(month.body).toMatchObject({
    period: "2026-11",
    starts_at: "2026-11-01T00:00:00.000Z",
    ends_at: "2026-12-01T00:00:00.000Z",
  });
  const year = await server.call("get_leaderboard", { board: "community-yearly", period: "2026" });
  expect(rows(year.body)).toEqual([
    [1, "a", 2, 2],
    [2, "b", 2, 1],
  ]);
  expect(year.body).toMatchObject({ starts_at: "2026-01-01T00:00:00.000Z", ends_at: "2027-01-01T00:00:00.000Z" });
});

test("200: periods are accepted in the forms that people write", async () => {
  const period = async (board: string, written: string | number) =>
    (await server.call("get_leaderboard", { board, period: written })).body.period;
  expect(await period("community-weekly", "last week")).toBe("2026-W46");
  expect(await period("community-weekly", "w46")).toBe("2026-W46");
  expect(await period("community-monthly", "previous")).toBe("2026-10");
  expect(await period("community-yearly", 2025)).toBe("2025");
});

test("422: a future period, except on the billboard", async () => {
  for (const [board, period] of [
    ["community-weekly", "next"],
    ["community-monthly", "2026-12"],
    ["community-yearly", "2027"],
  ]) {
    const { status, body } = await server.call("get_leaderboard", { board, period });
    expect([status, body.errors?.[0]]).toMatchObject([422, { field: "period", code: "future_period" }]);
  }
  expect((await server.call("get_leaderboard", { board: "billboard", period: "next" })).status).toBe(200);
});

test("200: the billboard is sorted by booking date, sponsored and without scores", async () => {
  const { body } = await server.call("get_leaderboard", { board: "billboard" });
  expect(rows(body)).toEqual([
    [1, "d", null, null],
    [2, "a", null, null],
    [3, "b", null, null],
  ]);
  expect(body.period).toBe("2026-W47");
  expect(body.items.every((row: any) => row.sponsored === true)).toBe(true);
});

test("200: all time, compared with the ranks at the end of last week", async () => {
  const { body } = await server.call("get_leaderboard", { board: "community-all-time", period: "current" });
  expect(rows(body)).toEqual([
    [1, "c", 31, null],
    [2, "b", 31, 2],
    [3, "a", 30, 1],
  ]);
  expect(body).toMatchObject({ period: null, starts_at: null, ends_at: null });
});

test("200: ratings and rises; listings without a rating or rise are not included", async () => {
  const top = await server.call("get_leaderboard", { board: "dr-top" });
  expect(rows(top.body)).toEqual([
    [1, "b", 61, 2],
    [2, "a", 60, 1],
    [3, "c", 0, null],
  ]);
  const climbers = await server.call("get_leaderboard", { board: "dr-climbers" });
  expect(rows(climbers.body)).toEqual([
    [1, "b", 5, 1],
    [2, "a", 2, 2],
  ]);
});

test("200: a suspended listing leaves the leaderboard and returns with its votes", async () => {
  const setStatus = (status: "live" | "suspended") =>
    server.store.write(async (tx) => {
      await tx.update(listings).set({ status }).where(eq(listings.slug, "c"));
    });
  const leader = async () => (await server.call("get_leaderboard", { board: "community-weekly" })).body.items[0];
  await setStatus("suspended");
  expect(await leader()).toMatchObject({ rank: 1, listing: { slug: "d" } });
  await setStatus("live");
  expect(await leader()).toMatchObject({ rank: 1, listing: { slug: "c" } });
});

test.each([...boards])("200: the demo directory has listings on %s, ranked without gaps", async (board) => {
  const { body } = await demo.call("get_leaderboard", { board });
  expect(body.items.length).toBeGreaterThan(0);
  expect(body.items.map((row: any) => row.rank)).toEqual(body.items.map((_: unknown, i: number) => i + 1));
});

test.each([
  ["community-weekly", "2025-W53"],
  ["community-weekly", "2026-11"],
  ["billboard", "2026"],
  ["community-monthly", "2026-13"],
  ["community-monthly", "2026-W47"],
  ["community-monthly", "9999-12"],
  ["community-yearly", "2026-11"],
  ["community-yearly", "9999"],
  ["community-all-time", "2026"],
  ["dr-top", "2026-W47"],
])("422: %s has no period %p, and says what it takes", async (board, period) => {
  const { status, body } = await server.call("get_leaderboard", { board, period });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "period", code: "invalid_period" }]);
  expect(body.errors[0].fix).toContain("current");
});

test("404: an unknown leaderboard, with all names and the closest one", async () => {
  for (const [board, near] of [
    ["daily", expect.any(String)],
    ["constructor", expect.any(String)],
    ["dr-topp", "dr-top"],
  ]) {
    const { status, body } = await server.call("get_leaderboard", { board });
    expect([status, body.code]).toEqual([404, "not_found"]);
    for (const known of boards) expect(body.detail).toContain(known);
    expect(body.next_actions).toMatchObject([{ tool: "get_leaderboard", arguments: { board: near } }]);
  }
  expect((await server.get(`/leaderboards/${"x".repeat(500)}`)).status).toBe(404);
});
