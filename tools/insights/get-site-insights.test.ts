import { afterAll, beforeAll, expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { wholeSite } from "#db/schema/insights.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import { addCallers, addCounts, addQuery, addReads, daysAgo } from "#test/support/records/insights.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import getSiteInsights from "./get-site-insights.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await addCounts(server.store, wholeSite, [
    [daysAgo(0), "page_views", "page", 1234],
    [daysAgo(89), "page_views", "feed", 1],
    [daysAgo(90), "page_views", "page", 77],
  ]);
  await addCounts(server.store, 3, [[daysAgo(0), "page_views", "page", 9999]]);
  await addReads(server.store, wholeSite, [[daysAgo(20), "Quay Client", 5]]);
  await addQuery(server.store, { id: 1, week: "2026-W45", query: "kelp farm", uses: 7, results: 0 });
  await addQuery(server.store, { id: 2, week: "2026-W46", query: "kelp farm", uses: 5, results: 2 });
  await addQuery(server.store, { id: 3, week: "2026-W46", query: "<b>boats</b>", uses: 9, results: 0 });
  await addQuery(server.store, { id: 4, week: "2026-W46", query: "tides", uses: 30, results: 4, opens: 3 });
  const listings: [number, number, number, number][] = [[3, 1, 1, 1]];
  await addCallers(server.store, { text: "tides", callers: 5, uses: 2, listings });
  await addCallers(server.store, { text: "rare", callers: 4, uses: 90 });
  await addCallers(server.store, { text: "new words", callers: 6, results: 0 });
});
afterAll(() => server.stop());

test("counts of the whole site by day, and its queries: all, without results, and without opens", async () => {
  const site = (await allSites(server.store.read))[0]!;
  const call = teamCaller(server.store, site, { role: "editor" });
  const output = await call(getSiteInsights, {});
  expect(output).toMatchObject({
    ...{ from: "2026-08-21", to: "2026-11-18" },
    totals: { page_views: 1235 },
    previous: { page_views: 77 },
    by_channel: { page: { page_views: 1234 }, feed: { page_views: 1 } },
    clients: [{ name: "Quay Client", reads: 5 }],
    queries: [
      { query: "tides", uses: 40, opens: 8, results: 3 },
      { query: "kelp farm", uses: 12, opens: 0, results: 2 },
      { query: "<b>boats</b>", uses: 9 },
      { query: "new words", uses: 6, opens: 0, results: 0 },
    ],
    queries_without_results: [{ query: "<b>boats</b>" }, { query: "new words" }],
    queries_without_opens: [{ query: "kelp farm" }],
  });
  expect(output.days.length).toBe(90);
});

test("the page and the file show them to every role of the team; others get 404, wrong periods 422", async () => {
  const moderator = await teamVisitor(server, "moderator@example.org", "moderator");
  const { html } = await moderator.get("/team/insights");
  for (const text of ["<strong>1,235</strong>", "“<bdi>&lt;b&gt;boats&lt;/b&gt;</bdi>”", "Quay Client"])
    expect(html).toContain(text);
  expect(html).not.toContain("rare");
  const file = await moderator.get("/team/insights?from=2026-11-17&format=csv");
  expect(file.html.split("\r\n").slice(1)).toEqual(["2026-11-17,0,0,0,0,0,0", "2026-11-18,0,1234,0,0,0,0", ""]);
  const member = await teamVisitor(server, "member@example.org", "member");
  for (const end of ["", "&format=csv"]) {
    expect((await moderator.get(`/team/insights?to=2026-11-19${end}`)).status).toBe(422);
    expect((await member.get(`/team/insights?from=2026-11-17${end}`)).status).toBe(404);
  }
});
