import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { ballotsFor } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { addVoters, voting } from "#test/support/records/voters.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import followListing from "../../followers/follow-listing.ts";
import restoreListing from "../../moderation/decisions/restore-listing.ts";
import { tools } from "../../registry.ts";
import archiveListing from "../owner/archive-listing.ts";
import unarchiveListing from "../owner/unarchive-listing.ts";
import mergeListings from "./merge-listings.ts";

let server: TestServer;
let site: SiteRow;
const reason = "Both are the same product.";
const week = weekOf(testNow);
beforeAll(async () => {
  server = await startTestServer();
  site = (await allSites(server.store.read))[0]!;
});
afterAll(() => server.stop());

const add = (slug: string, options: Parameters<typeof addListing>[3] = {}) =>
  server.store.write((tx) => addListing(tx, site.id, slug, options));
const merge = (slug: string, merged: string) => teamCaller(server.store, site)(mergeListings, { slug, merged, reason });
const votesOf = (id: number) =>
  server.store.read.$client
    .query<{ total: number; week: number }, [number, string]>(
      `SELECT l.votes AS total, ifnull(v.votes, 0) AS week FROM listings l
       LEFT JOIN vote_counts v ON v.listing_id = l.id AND v.period = ?2 WHERE l.id = ?1`,
    )
    .get(id, week)!;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { redirect: "manual", headers });

let count = 0;
test("votes: each account counts once, and closed weeks stay as they are", async () => {
  const lastWeek = new Date(testNow.getTime() - 7 * 86_400_000);
  const voters = await addVoters(server.store, 6, { name: "merging", createdAt: new Date(0) });
  const ballot = fc.constantFrom("none", "from", "to", "both", "to last week", "from last week");
  await fc.assert(
    fc.asyncProperty(fc.array(ballot, { minLength: 6, maxLength: 6 }), async (ballots) => {
      const [from, to] = [await add(`from-${++count}`), await add(`to-${count}`)];
      const now = voting(server.store, site, () => testNow);
      const before = voting(server.store, site, () => lastWeek);
      for (const [i, cast] of ballots.entries()) {
        if (cast === "from" || cast === "both") await now.vote(voters[i]!, from);
        if (cast === "to" || cast === "both") await now.vote(voters[i]!, to);
        if (cast === "from last week") await before.vote(voters[i]!, from);
        if (cast === "to last week") {
          await before.vote(voters[i]!, to);
          await now.vote(voters[i]!, from);
        }
      }
      const countOf = (...kinds: string[]) => ballots.filter((cast) => kinds.includes(cast)).length;
      const { votes_moved, votes_withdrawn } = await merge(`to-${count}`, `from-${count}`);
      expect([votes_moved, votes_withdrawn]).toEqual([countOf("from"), countOf("both", "to last week")]);
      const open = countOf("from", "to", "both");
      expect(votesOf(to)).toEqual({ total: open + countOf("to last week"), week: open });
      expect(votesOf(from)).toEqual({ total: countOf("from last week"), week: 0 });
      for (const voter of voters)
        expect((await ballotsFor(server.store.read, voter, [from, to])).length).toBeLessThan(2);
    }),
    { numRuns: 15 },
  );
});

test("followers: each account follows the remaining listing once", async () => {
  const [from, to] = [await add("twice"), await add("once")];
  const [ada, bob] = (await addVoters(server.store, 2, { name: "follower" })) as [number, number];
  const follow = (accountId: number, listing_id: number) =>
    teamCaller(server.store, site, { accountId, role: "member" })(followListing, { listing_id });
  await follow(ada, from);
  await follow(ada, to);
  await follow(bob, from);
  expect(await merge("once", "twice")).toMatchObject({ followers_moved: 1 });
  const rows = server.store.read.$client
    .query<{ account_id: number; listing_id: number }, [number, number]>(
      "SELECT account_id, listing_id FROM follows WHERE listing_id IN (?, ?) ORDER BY account_id",
    )
    .all(from, to);
  expect(rows).toEqual([ada, bob].map((account_id) => ({ account_id, listing_id: to })));
});

test("old URLs: redirected on every surface, also along a chain", async () => {
  await add("chain-a", { launchWeek: week, launchedAt: testNow.toISOString() });
  for (const slug of ["chain-b", "chain-c"]) await add(slug);
  await merge("chain-b", "chain-a");
  await merge("chain-c", "chain-b");
  for (const old of ["chain-a", "chain-b"]) {
    for (const path of ["", "/badges", "/alternatives?limit=2"]) {
      const response = await get(`/api/v1/listings/${old}${path}`);
      expect([response.status, response.headers.get("location")]).toEqual([308, `/api/v1/listings/chain-c${path}`]);
    }
    for (const path of ["", ".atom", "/story", "/report", "/follow", "/vote", "/claim"]) {
      const response = await get(`/listings/${old}${path}?x=1`);
      expect([path, response.status, response.headers.get("location")]).toEqual([
        path,
        308,
        `/listings/chain-c${path}?x=1`,
      ]);
    }
    expect((await get(`/listings/${old}`, { accept: "text/markdown" })).status).toBe(308);
    for (const path of [`/badges/${old}/listed.svg`, `/listings/${old}/share.png`])
      expect((await get(path)).status).toBe(200);
    const { body } = await server.over("MCP", "get_listing", { slug: old });
    expect(body).toMatchObject({ slug: "chain-c", merged_from: old });
    const { body: problem } = await server.over("MCP", "get_badges", { slug: old });
    expect(problem.next_actions).toMatchObject([{ tool: "get_badges", arguments: { slug: "chain-c" } }]);
  }
  expect((await get("/badges/chain-a/launched.svg")).status).toBe(200);
  const { key } = await ownedListing(server.store, "chain-own", { email: "chain@example.test" });
  await merge("chain-c", "chain-own");
  for (const { rest } of tools)
    if (rest?.method === "GET" && rest.path.startsWith("/listings/{slug}")) {
      const path = (slug: string) => `/api/v1${rest.path.replace("{slug}", slug)}`;
      const response = await get(path("chain-own"), { authorization: `Bearer ${key}` });
      expect([response.status, response.headers.get("location")]).toEqual([308, path("chain-c")]);
    }
  expect((await get("/api/v1/listings/chain-c")).status).toBe(200);
  expect((await server.call("get_listing", { slug: "chain-c" })).body).not.toHaveProperty("merged_from");
});

test("owners: the merged listing is archived and read-only, and they get an email", async () => {
  const { id, key, account, email } = await ownedListing(server.store, "second-try", { status: "live" });
  const to = await add("first-try");
  await merge("first-try", "second-try");
  const own = server.as(key);
  expect((await own.call("get_my_listing", { listing_id: id })).body.status).toBe("archived");
  expect((await own.call("get_my_listing", { listing_id: to })).status).toBe(404);
  const edit = await own.call("update_my_listing", { listing_id: id, fields: { headline: "Mine for ever" } });
  expect([edit.status, edit.body.detail]).toEqual([409, expect.stringContaining("merged this listing into first-try")]);
  expect(edit.body.next_actions).toMatchObject([{ tool: "claim_listing", arguments: { slug: "first-try" } }]);
  const asOwner = teamCaller(server.store, site, { accountId: account.id, role: "member" });
  const why = "merged this listing into first-try";
  await expect(asOwner(unarchiveListing, { listing_id: id })).rejects.toThrow(why);
  await expect(asOwner(archiveListing, { listing_id: id })).rejects.toThrow(why);
  await expect(teamCaller(server.store, site)(restoreListing, { slug: "second-try" })).rejects.toThrow("archived");
  await server.drainJobs();
  const mail = (await server.mails()).find(({ recipient }) => recipient === email);
  expect([mail!.subject, mail!.textBody]).toEqual([
    "second-try was merged into first-try (Slipway)",
    expect.stringContaining(`Reason: ${reason}`),
  ]);
  const [entry] = await changesOf(server.store.read, `listing:${to}`, 1);
  expect(entry).toMatchObject({ action: "merge_listings", after: { merged_into: "first-try", reason } });
});

test("submission: the old product's URL leads to the remaining listing", async () => {
  await add("old-url", { url: "https://old-url.example" });
  await add("new-url", { url: "https://new-url.example" });
  await merge("new-url", "old-url");
  const { key } = await ownedListing(server.store, "submitter");
  const { status, body } = await server.as(key).call("submit_listing", { url: "https://old-url.example" });
  expect([status, body.detail]).toEqual([409, "new-url is already listed here (new-url)."]);
});

test("refusals: nothing changes, and each says what to do", async () => {
  await add("stays");
  const refused = async (slug: string, merged: string, message: string) => {
    const latest = () => server.store.read.$client.query("SELECT max(id) AS id FROM changes").get();
    const before = latest();
    await expect(merge(slug, merged)).rejects.toThrow(message);
    expect(latest()).toEqual(before);
  };
  await refused("stays", "stays", "must be another listing than slug");
  await add("circle");
  await merge("stays", "circle");
  await refused("circle", "stays", "circle is already merged into stays. Use stays instead.");
  await refused("stays", "circle", "circle is already merged into stays.");
  await refused("stays", "nowhere", 'There is no listing "nowhere" here. Only two listings of the same site');
  const other = await server.store.write((tx) => addSite(tx, "other"));
  await server.store.write((tx) => addListing(tx, other, "abroad"));
  await refused("stays", "abroad", "Only two listings of the same site can be merged.");
  await add("waits", { status: "awaiting_badge", launchWeek: week });
  await refused("waits", "stays", "waits has the status awaiting_badge. The remaining listing must be live");
  expect(await merge("stays", "waits")).toMatchObject({ merged: "waits" });
  await add("hidden", { status: "suspended" });
  await refused("stays", "hidden", "hidden is suspended. Restore it");
  await add("paid", { status: "scheduled", plan: "paid", launchWeek: "2027-W02" });
  await refused("stays", "paid", "paid for a launch or the billboard in 2027-W02. Refund it first");
  const shown = await add("shown");
  await server.store.write(async (tx) =>
    tx.$client.run("INSERT INTO billboard_placements (site_id, week, listing_id, created_at) VALUES (?, ?, ?, ?)", [
      site.id,
      week,
      shown,
      testNow.toISOString(),
    ]),
  );
  await refused("stays", "shown", `billboard in ${week}`);
});

test("moderators may not merge; API keys need approval", async () => {
  await add("kept");
  const moderator = teamCaller(server.store, site, { role: "moderator" });
  await expect(moderator(mergeListings, { slug: "stays", merged: "kept", reason })).rejects.toThrow("team:content");
  expect(mergeListings.isAlwaysApproved).toBe(true);
});
