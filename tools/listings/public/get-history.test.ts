import { afterAll, beforeAll, expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { saveRating } from "#db/queries/votes/ratings.ts";
import { dayMs } from "#db/values/week.ts";
import { addVoters, voting } from "#test/support/records/voters.ts";
import { contextFor } from "#test/support/server/call.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { callTool } from "../../core/calls/call.ts";
import { anonymous } from "../../core/operations/actor.ts";
import getHistory from "./get-history.ts";

let server: TestServer;
let clock = testNow;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
});
afterAll(() => server.stop());

async function historyOf(slug: string) {
  const [site] = await allSites(server.store.read);
  const context = { ...contextFor(server.store, anonymous, site!), now: clock };
  return (
    await callTool(getHistory, context, () => ({ slug }), {
      limiter: null,
      checkOutput: "always",
      write: server.store.write,
    })
  ).output;
}
const pageOf = async (slug: string) => (await fetch(`${server.url}/listings/${slug}`)).text();

test("ranks are those of the weekly leaderboard, shown as a chart with its table", async () => {
  const { ranks } = await historyOf("tallyglass");
  expect(ranks.map(({ week }) => week)).toEqual(["2026-W46", "2026-W47"]);
  for (const { week, rank } of ranks) {
    const { body } = await server.call("get_leaderboard", { board: "community-weekly", period: week, per_page: 100 });
    expect([week, rank]).toEqual([week, body.items.find((row: any) => row.listing.slug === "tallyglass").rank]);
  }
  const page = await pageOf("tallyglass");
  expect(page).toContain(`aria-label="Rank on the weekly leaderboard: from ${ranks[0]!.rank} to ${ranks[1]!.rank}"`);
  for (const { week, rank } of ranks)
    expect(page).toContain(`<tr><th scope="row">Week ${Number(week.slice(6))}, 2026</th><td>${rank}</td></tr>`);
});

test("counted votes appear on the day they were cast; votes without ballots have no day", async () => {
  expect((await historyOf("framevault")).votes).toEqual([]);
  expect(await pageOf("framevault")).not.toContain("Votes by day");
  const [site] = await allSites(server.store.read);
  const { id } = (await server.call("get_listing", { slug: "framevault" })).body;
  const { vote } = voting(server.store, site!, () => clock);
  const voters = await addVoters(server.store, 3);
  const [young] = await addVoters(server.store, 1, { name: "young", createdAt: testNow });
  for (const voter of [voters[0]!, voters[1]!, young!]) await vote(voter, id);
  clock = new Date(testNow.getTime() + 2 * dayMs);
  await vote(voters[2]!, id);
  expect((await historyOf("framevault")).votes).toEqual([
    { day: "2026-11-18", votes: 2 },
    { day: "2026-11-20", votes: 1 },
  ]);
  const page = await pageOf("framevault");
  for (const row of ["18 Nov</th><td>2", "19 Nov</th><td>0", "20 Nov</th><td>1"]) expect(page).toContain(row);
});

test("ratings are the last of each month from the current source", async () => {
  const { url } = (await server.call("get_listing", { slug: "pennyslip" })).body;
  const domain = new URL(url).hostname;
  const rate = (value: number, source: string, checkedAt: string) =>
    server.store.write((tx) => saveRating(tx, { domain, value, source, checkedAt }));
  await rate(40, "other", "2026-12-01T00:00:00.000Z");
  await rate(51, "hosts", "2027-01-02T00:00:00.000Z");
  await rate(52, "hosts", "2027-01-30T00:00:00.000Z");
  await rate(55, "hosts", "2027-02-02T00:00:00.000Z");
  expect((await historyOf("pennyslip")).ratings).toEqual([
    { checked_at: "2027-01-30T00:00:00.000Z", value: 52 },
    { checked_at: "2027-02-02T00:00:00.000Z", value: 55 },
  ]);
  expect(await pageOf("pennyslip")).toContain('aria-label="Domain Rating: from 52 to 55"');
});

test("a listing that is not live has no history", async () => {
  await expect(historyOf("no-such-thing")).rejects.toMatchObject({ code: "not_found" });
});
