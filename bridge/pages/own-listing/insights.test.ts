import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { addCounts, addQuery, addReads, daysAgo } from "#test/support/records/insights.ts";
import { ownedProduct } from "#test/support/records/owned-product.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
let owner: Visitor;
let busy: number;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await signUpAs(server, "owner@example.org");
  const account = (await accountByEmail(server.store.read, "owner@example.org"))!;
  busy = (await ownedProduct(server.store, account.id)).main;
  path = `/account/listings/${busy}/insights`;
});
afterAll(() => server.stop());

test("a listing without events: the page says what will appear, and the file has a row of zeros for each day", async () => {
  const { html } = await owner.get(path);
  expect(html).toContain("Nothing was counted in this period.");
  expect(html).not.toContain('class="chart"');
  const file = await owner.get(`${path}?from=2020-01-01&to=2020-01-02&format=csv`);
  expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(file.headers.get("content-disposition")).toContain('-insights-2020-01-01-2020-01-02.csv"');
  expect(file.html).toBe(
    "day,search_impressions,page_views,profile_reads,comparisons,outbound_clicks,badge_loads\r\n2020-01-01,0,0,0,0,0,0\r\n2020-01-02,0,0,0,0,0,0\r\n",
  );
});

test("charts, channels, searches and assistants of the period, with the words of strangers escaped", async () => {
  await addCounts(server.store, busy, [
    [daysAgo(0), "page_views", "page", 1234],
    [daysAgo(10), "profile_reads", "mcp", 7],
    [daysAgo(100), "page_views", "page", 55],
  ]);
  await addReads(server.store, busy, [[daysAgo(10), "Quay Client", 7]]);
  await addQuery(server.store, { id: 1, week: "2026-W46", query: "<b>kelp</b>", listings: [[busy, 4, 6, 2]] });
  const { html } = await owner.get(path);
  for (const text of [
    "<strong>1,234</strong>",
    "before: 55",
    '<th scope="row">2026-11-18</th><td>0</td><td>1,234</td>',
    '<th scope="row">“<bdi>&lt;b&gt;kelp&lt;/b&gt;</bdi>”</th><td>4</td><td>2</td><td>1.5</td>',
    '<th scope="row"><bdi>Quay Client</bdi></th><td>7</td>',
    '<th scope="row">Profile reads</th><td>0</td><td>7</td><td>0</td><td>0</td>',
    `${path}?from=2026-08-21&to=2026-11-18&format=csv`,
  ])
    expect(html).toContain(text);
  const { html: one } = await owner.get(`${path}?from=2026-11-18&to=`);
  expect(one).toContain("18 Nov: <strong>1,234</strong>");
  expect(one).not.toContain("before: 55");
});

test.each([
  ["from=2026-11-31", "From"],
  ["to=tomorrow", "To"],
  ["to=2026-11-19", "To is in the future."],
  ["from=0000-01-01&to=0000-01-02", "From is before 1970-01-01."],
  ["from=2026-11-02&to=2026-11-01", "From is after the last day, 2026-11-01."],
  ["from=2025-10-14", "From begins a period of 401 days; the maximum is 400."],
])("422: the period %s", async (query, text) => {
  for (const end of ["", "&format=csv"]) {
    const { status, html } = await owner.get(`${path}?${query}${end}`);
    expect([status, html]).toEqual([422, expect.stringContaining(text)]);
  }
});

test("404 for another owner's listing; read-only access shows no figures", async () => {
  const stranger = await signUpAs(server, "stranger@example.org");
  for (const end of ["", "?format=csv"]) expect((await stranger.get(path + end)).status).toBe(404);
  await server.store.write(
    async (tx) => void (await tx.$client.run("UPDATE company_owners SET read_only_since = '2026-11-01T00:00:00.000Z'")),
  );
  for (const end of ["", "?format=csv"]) {
    const { html } = await owner.get(path + end);
    expect(html).toContain("You have read-only access");
    expect(html).not.toContain("1234");
  }
});
