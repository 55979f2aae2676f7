import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { callerKeyPath } from "#db/keys/caller-key.ts";
import { deleteListing } from "#db/queries/listings/delete-listing.ts";
import { statusBySlug } from "#db/queries/listings/listing-status.ts";
import { dayMs } from "#db/values/week.ts";
import { startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";
import { callAs, clientsOf, countsOf, from } from "./traffic.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock, trustedProxies: 1, periodic: scheduled() });
});
afterAll(() => server.stop());

const rows = (sql: string) => server.store.read.$client.query(sql).values();
const search = async (address: string, q: string) => {
  await fetch(`${server.url}/search?${new URLSearchParams({ q })}`, { headers: from(address) });
};
const open = (address: string, slug: string) => fetch(`${server.url}/listings/${slug}`, { headers: from(address) });
const flush = () => server.runtime.insights.flush();
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const networks = ["203.0.113.1", "198.51.100.1", "192.0.2.1", "2001:db8:1::1", "2001:db8:2::1"];

test("queries: one caller for each network, with impressions, positions and the opens of the next half hour", async () => {
  for (const address of [...networks, "203.0.113.2"]) await search(address, " Lumenroll ");
  for (const address of networks.slice(1)) await search(address, "framevault");
  later(60_000);
  await open("203.0.113.77", "lumenroll");
  later(31 * 60_000);
  await open("198.51.100.1", "lumenroll");
  // What a visitor types on the way to a query does not count.
  for (const q of ["ch", "chal", "chalkline"]) await search("203.0.113.1", q);
  await flush();
  expect(rows("SELECT text, count(*), sum(uses) FROM weekly_callers GROUP BY 1 ORDER BY 1")).toEqual([
    ["chalkline", 1, 1],
    ["framevault", 4, 4],
    ["lumenroll", 5, 6],
  ]);
  expect(statSync(callerKeyPath(server.store.read)).mode & 0o777).toBe(0o600);
});

test("client names: bounded to plain names, and rare ones become “other” at the end of the week", async () => {
  for (const address of networks)
    await callAs(server, "Common Client", "get_listing", { slug: "fernleaf" }, from(address));
  for (let i = 0; i < 110; i++)
    await callAs(server, `rare-${i}`, "get_listing", { slug: "fernleaf" }, from("203.0.113.1"));
  await flush();
  const names = clientsOf(server.store.read, "fernleaf");
  expect([names.length, names.includes("Common Client: 5"), names.includes("other: 11")]).toEqual([101, true, true]);
  await server.drainJobs();
  expect(clientsOf(server.store.read, "fernleaf")).toHaveLength(101);
  later(dayMs);
  await server.drainJobs();
  expect(clientsOf(server.store.read, "fernleaf")).toHaveLength(21);
});

test("the end of the week: queries of five callers remain, and all hashes with their key are deleted", async () => {
  later(6 * dayMs);
  await server.drainJobs();
  expect(rows("SELECT week, query, callers, uses, opens FROM search_queries")).toEqual([
    ["2026-W47", "lumenroll", 5, 6, 1],
  ]);
  expect(
    rows(
      "SELECT slug, impressions, position_sum, opens FROM query_listings JOIN listings ON id = listing_id WHERE slug = 'lumenroll'",
    ),
  ).toEqual([["lumenroll", 6, 6, 1]]);
  expect(rows("SELECT count(*) FROM weekly_callers")).toEqual([[0]]);
  expect(existsSync(callerKeyPath(server.store.read))).toBe(false);
  expect(clientsOf(server.store.read, "fernleaf")).toEqual(["Common Client: 5", "other: 110"]);
});

test("after 400 days: the days of a month are one row; queries are deleted after 90 days", async () => {
  const before = countsOf(server.store.read, "lumenroll");
  later(500 * dayMs);
  await server.drainJobs();
  const first = Date.UTC(2026, 10, 1) / dayMs;
  expect(countsOf(server.store.read, "lumenroll")).toEqual(before.map((line) => line.replace(/ \d+:/, ` ${first}:`)));
  expect(clientsOf(server.store.read, "fernleaf")).toEqual(["Common Client: 5", "other: 110"]);
  expect(rows("SELECT count(*) FROM search_queries UNION ALL SELECT count(*) FROM query_listings")).toEqual([[0], [0]]);
});

test("a deleted listing loses its counts; the totals of the site keep them", async () => {
  const total = countsOf(server.store.read, null);
  const listing = (await statusBySlug(server.store.read, 1, "lumenroll"))!;
  await server.store.write((tx) => deleteListing(tx, listing, clock));
  expect(rows(`SELECT count(*) FROM insight_counts WHERE listing_id = ${listing.id}`)).toEqual([[0]]);
  expect(countsOf(server.store.read, null)).toEqual(total);
});
