import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { listings } from "#db/schema/listings.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = async (input: Record<string, unknown> = {}) => (await server.call("list_awards", input)).body;

test("200: awards of closed weeks and months, newest first", async () => {
  const { status, body } = await server.call("list_awards", { per_page: 100 });
  expect(status).toBe(200);
  const weeks = body.items.filter((award: any) => award.kind === "week").map((award: any) => award.week);
  expect(new Set(weeks)).toEqual(new Set(["2026-W46", "2026-W45", "2026-W44"]));
  expect(weeks).toEqual([...weeks].sort().reverse());
  expect(body.items.filter((award: any) => award.kind === "month")).toHaveLength(3);
  expect(body.total).toBe(body.items.length);
});

test("200: the awards of a week are the top ranks of its leaderboard", async () => {
  const awards = await list({ week: "2026-W46" });
  const board = await server.call("get_leaderboard", { board: "community-weekly", period: "2026-W46", per_page: 3 });
  expect(awards.items.map((award: any) => [award.rank, award.listing.slug])).toEqual(
    board.body.items.map((row: any) => [row.rank, row.listing.slug]),
  );
  expect(awards.items[0]).toMatchObject({
    kind: "week",
    label: "#1 of 2026-W46",
    week: "2026-W46",
    month: null,
    board: "community-weekly",
    image_url: `${server.url}/badges/${awards.items[0].listing.slug}/award-${awards.items[0].id}.svg`,
  });
});

test("200: period takes a week or a month", async () => {
  expect((await list({ period: "2026-W46" })).items).toEqual((await list({ week: "2026-W46" })).items);
  const month = await list({ period: "2026-10" });
  expect(month.items.map((award: any) => [award.month, award.week, award.rank])).toEqual([
    ["2026-10", null, 1],
    ["2026-10", null, 2],
    ["2026-10", null, 3],
  ]);
  expect(await list({ week: "current" })).toMatchObject({ items: [], total: 0 });
});

test("200: kind and listing filter the list, alone and together", async () => {
  const months = await list({ kind: "month" });
  expect(new Set(months.items.map((award: any) => award.kind))).toEqual(new Set(["month"]));
  const { slug } = (await list({ week: "2026-W46" })).items[0].listing;
  const own = await list({ listing: slug });
  expect(new Set(own.items.map((award: any) => award.listing.slug))).toEqual(new Set([slug]));
  const narrowed = await list({ listing: slug, kind: "week", period: "2026-W46" });
  expect(narrowed.items.map((award: any) => award.rank)).toEqual([1]);
});

test("200: pages have no gaps or repeats", async () => {
  const all = await list({ per_page: 100 });
  const first = await list({ per_page: 4 });
  const second = await list({ per_page: 4, page: 2 });
  expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 8));
  expect(first).toMatchObject({ total: all.total, has_more: true });
});

test("200: awards of a listing that is not live are left out", async () => {
  const { listing } = (await list({ week: "2026-W45" })).items[0];
  await server.store.write(async (tx) => {
    await tx.update(listings).set({ status: "suspended" }).where(eq(listings.id, listing.id));
  });
  expect((await list({ week: "2026-W45" })).items.map((award: any) => award.rank)).toEqual([2, 3]);
});

test.each([
  ["period", "2026-00"],
  ["period", "2025-W53"],
  ["week", "2025-W53"],
  ["kind", "year"],
  ["listing", "no-such-thing"],
])("422: %s %p", async (field, value) => {
  const { status, body } = await server.call("list_awards", { [field]: value });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field }]);
});

test("422: week and period together", async () => {
  const { status, body } = await server.call("list_awards", { week: "2026-W46", period: "2026-W46" });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field: "week", code: "conflicting_fields" }]);
});

test("200: periods in any form that people write, with kind if it is ambiguous", async () => {
  for (const week of ["last week", "previous", "w46", "2026-46", "2026-11-13"])
    expect([week, await list({ week })]).toEqual([week, await list({ week: "2026-W46" })]);
  expect(await list({ kind: "month", period: "previous" })).toEqual(await list({ period: "2026-10" }));
});

test.each([
  [{ kind: "month", period: "2026-W46" }, "period", "conflicting_fields"],
  [{ kind: "month", week: "2026-W46" }, "week", "conflicting_fields"],
  [{ kind: "week", period: "2026-10" }, "period", "conflicting_fields"],
  [{ week: "next" }, "week", "future_period"],
  [{ period: "2027-01" }, "period", "future_period"],
])("422: %j can have no awards, and says why", async (input, field, code) => {
  const { status, body } = await server.call("list_awards", input);
  expect([status, body.errors]).toMatchObject([422, [{ field, code }]]);
  expect(body.errors[0].fix).toBeString();
});
