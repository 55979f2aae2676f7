import { afterEach, beforeEach, expect, test } from "bun:test";
import { accountByEmail, accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { eraseAccount } from "#db/queries/erasure/erase-account.ts";
import { erasurePlan } from "#db/queries/erasure/plan.ts";
import { checkDatabase } from "#db/queries/sites/check.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import restoreAccount from "#tools/account/restore-account.ts";
import suspendAccount from "#tools/account/suspend-account.ts";
import { callTool } from "#tools/core/calls/call.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { addListing, addSite, addVotes } from "../support/records/records.ts";
import { addVoters, voting } from "../support/records/voters.ts";
import { contextFor } from "../support/server/call.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { scheduled } from "../support/server/scheduled.ts";

const week = "2026-W47";
let store: Store;
let server: TestServer;
let clock: Date;
let site: SiteRow;
let polls: ReturnType<typeof voting>;
let [apple, pear]: number[] = [];

beforeEach(async () => {
  clock = testNow;
  store = emptyStore();
  await store.write(async (tx) => {
    const id = await addSite(tx);
    apple = await addListing(tx, id, "apple", { launchWeek: week });
    pear = await addListing(tx, id, "pear", { launchWeek: week });
  });
  site = (await allSites(store.read))[0]!;
  polls = voting(store, site, () => clock);
  const periodic = scheduled("vote-settling");
  server = await startTestServer({ store, now: () => clock, periodic });
});
afterEach(() => server.stop());

const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const profile = async (slug: string) => (await server.call("get_listing", { slug })).body;
const counted = async (slug: string) => {
  const { votes, votes_cast, votes_excluded, rank } = await profile(slug);
  return { votes, votes_cast, votes_excluded, rank };
};
const board = async () =>
  (await server.call("get_leaderboard", { board: "community-weekly" })).body.items.map(
    ({ listing, score }: { listing: { slug: string }; score: number }) => `${listing.slug} ${score}`,
  );
const admin = async (operation: AnyOperation, email: string) => {
  const context = { ...contextFor(store, { kind: "admin", via: "admin" }, site), now: clock };
  return callTool(operation, context, () => ({ email, reason: "Bought votes." }), {
    limiter: null,
    checkOutput: "always",
    write: store.write,
  });
};

test("a vote counts on the page, leaderboards, ranks of the week and in search order until it is withdrawn", async () => {
  const [ada, bea] = await addVoters(store, 2);
  const { vote } = await polls.vote(ada!, pear!);
  expect(vote).toMatchObject({ listing_id: pear, week, counts: true, why: null, is_final: false });
  later(1000);
  await polls.vote(bea!, pear!);
  await polls.vote(bea!, apple!);
  expect(await counted("pear")).toEqual({ votes: 2, votes_cast: 2, votes_excluded: [], rank: 1 });
  expect(await board()).toEqual(["pear 2", "apple 1"]);
  for (const name of ["community-monthly", "community-yearly", "community-all-time"])
    expect((await server.call("get_leaderboard", { board: name })).body.items[0]).toMatchObject({ score: 2 });
  const found = await server.call("search_listings", { q: "headline" });
  expect(found.body.items.map(({ slug }: { slug: string }) => slug)).toEqual(["pear", "apple"]);

  await polls.takeBack(ada!, pear!);
  await polls.takeBack(bea!, pear!);
  expect(await counted("pear")).toEqual({ votes: 0, votes_cast: 0, votes_excluded: [], rank: null });
  expect([await board(), (await counted("apple")).rank]).toEqual([["apple 1"], 1]);
  expect(await checkDatabase(store.read)).toEqual([]);
});

test("a second vote or withdrawal: no change and no audit entry", async () => {
  const [ada] = await addVoters(store, 1);
  const entries = async () => (await changesOf(store.read, `listing:${apple}`, 50)).map(({ action }) => action);
  for (const _time of [1, 2]) await polls.vote(ada!, apple!);
  expect([(await counted("apple")).votes, await entries()]).toEqual([1, ["cast_vote"]]);
  for (const _time of [1, 2]) expect((await polls.takeBack(ada!, apple!)).vote).toBeNull();
  expect([(await counted("apple")).votes, await entries()]).toEqual([0, ["take_vote_back", "cast_vote"]]);
});

test("200 concurrent votes and withdrawals of 20 accounts: at most one ballot each, and matching counts", async () => {
  const voters = await addVoters(store, 20);
  const acts = voters.flatMap((id, i) =>
    Array.from({ length: 10 }, (_, turn) =>
      turn % 3 === 2 && i % 2 === 0 ? polls.takeBack(id, apple!) : polls.vote(id, apple!),
    ),
  );
  await Promise.all(acts);
  await Promise.all(voters.map((id) => polls.vote(id, apple!)));
  const ballots = store.read.$client.query("SELECT account_id, count(*) AS n FROM ballots GROUP BY account_id").all();
  expect(ballots).toEqual(voters.map((account_id) => ({ account_id, n: 1 })));
  expect(await counted("apple")).toEqual({ votes: 20, votes_cast: 20, votes_excluded: [], rank: 1 });
});

test("equal votes: the earlier last vote ranks higher, also after a withdrawal", async () => {
  const [ada, bea, cleo] = await addVoters(store, 3);
  for (const [voter, listing] of [
    [ada, pear],
    [bea, apple],
    [cleo, pear],
  ] as const) {
    await polls.vote(voter!, listing!);
    later(60_000);
  }
  expect(await board()).toEqual(["pear 2", "apple 1"]);
  await polls.takeBack(ada!, pear!);
  expect(await board()).toEqual(["apple 1", "pear 1"]);
  expect([(await counted("apple")).rank, (await counted("pear")).rank]).toEqual([1, 2]);
});

test("votes of new accounts and unconfirmed emails are kept, shown as excluded, and count later", async () => {
  const [young] = await addVoters(store, 1, { name: "young", createdAt: clock });
  const [unproved] = await addVoters(store, 1, { name: "unproved", isVerified: false });
  const cast = await polls.vote(young!, apple!);
  expect(cast.vote).toMatchObject({ counts: false, excluded: "account_new" });
  expect(cast.vote!.why).toContain("Your vote counts from 19 Nov 2026, 12:00 UTC");
  await polls.vote(unproved!, apple!);
  const waiting = [
    { reason: "account_new", count: 1 },
    { reason: "address_unproved", count: 1 },
  ];
  expect(await counted("apple")).toEqual({ votes: 0, votes_cast: 2, votes_excluded: waiting, rank: null });

  later(dayMs);
  await server.drainJobs();
  expect(await counted("apple")).toMatchObject({ votes: 1, votes_cast: 2, votes_excluded: [waiting[1]] });
  later(600_000);
  await store.write((tx) => updateAccount(tx, unproved!, { emailVerifiedAt: clock.toISOString() }, clock));
  await server.drainJobs();
  expect(await counted("apple")).toEqual({ votes: 2, votes_cast: 2, votes_excluded: [], rank: 1 });
});

test("votes of a suspended account do not count until it is restored", async () => {
  const [ada] = await addVoters(store, 1);
  await polls.vote(ada!, apple!);
  await admin(suspendAccount, "voter-0@example.test");
  const excluded = [{ reason: "account_suspended", count: 1 }];
  expect(await counted("apple")).toEqual({ votes: 0, votes_cast: 1, votes_excluded: excluded, rank: null });
  await admin(restoreAccount, "voter-0@example.test");
  expect(await counted("apple")).toEqual({ votes: 1, votes_cast: 1, votes_excluded: [], rank: 1 });
});

test("a vote of a closed week is final and stays the account's only vote for the listing", async () => {
  const [ada] = await addVoters(store, 1);
  await polls.vote(ada!, apple!);
  later(7 * dayMs);
  await expect(polls.takeBack(ada!, apple!)).rejects.toThrow("2026-W47 has closed");
  expect((await polls.vote(ada!, apple!)).vote).toMatchObject({ week, is_final: true });
  expect([await board(), (await counted("apple")).votes]).toEqual([[], 1]);
});

const erase = async (accountId: number, at: Date) => {
  const account = (await accountById(store.read, accountId))!;
  const plan = await erasurePlan(store.read, accountId, at);
  await store.write((tx) => eraseAccount(tx, account, plan, at));
};

test("deleting an account deletes its votes of the current week, so that a new account does not add second ones", async () => {
  const [ada, bob] = await addVoters(store, 2);
  await polls.vote(ada!, apple!);
  await polls.vote(bob!, apple!);
  await erase(ada!, testNow);
  expect(await accountByEmail(store.read, "voter-0@example.test")).toBeUndefined();
  expect(await counted("apple")).toMatchObject({ votes: 1, votes_cast: 1 });
});

test("deleting an account keeps its ballots of closed weeks without the voter", async () => {
  const [ada] = await addVoters(store, 1);
  await polls.vote(ada!, apple!);
  await erase(ada!, new Date(testNow.getTime() + 7 * dayMs));
  expect(await counted("apple")).toMatchObject({ votes: 1, votes_cast: 1 });
  expect(store.read.$client.query("SELECT account_id FROM ballots").all()).toEqual([{ account_id: null }]);
});

test("404: a vote for a listing of another site or a sandbox, a scheduled one, or an unknown one", async () => {
  const [ada] = await addVoters(store, 1);
  const others = await store.write(async (tx) => {
    const elsewhere = await addSite(tx, "other");
    const sandbox = await openSandbox(tx, site, testNow);
    return [
      await addListing(tx, elsewhere, "far"),
      await addListing(tx, sandbox, "tried"),
      await addListing(tx, site.id, "waiting", { status: "scheduled", launchWeek: week }),
    ];
  });
  for (const id of [...others, 999_999]) await expect(polls.vote(ada!, id)).rejects.toThrow("There is no listing");
  expect(store.read.$client.query("SELECT count(*) AS n FROM ballots").get()).toEqual({ n: 0 });
});

test("votes older than the ballots stay, shown as votes without ballots", async () => {
  const [ada] = await addVoters(store, 1);
  await store.write(async (tx) => {
    for (const period of [week, "2026-11", "2026"]) await addVotes(tx, site.id, apple!, period, 5);
    tx.$client.run("UPDATE listings SET votes = 5, voted_at = ?1 WHERE id = ?2", [testNow.toISOString(), apple!]);
  });
  later(1000);
  expect(await profile("apple")).toMatchObject({ votes: 5, votes_cast: 5, votes_without_ballots: 5 });
  await polls.vote(ada!, apple!);
  expect(await profile("apple")).toMatchObject({ votes: 6, votes_cast: 6, votes_without_ballots: 5 });
  await polls.takeBack(ada!, apple!);
  expect(await profile("apple")).toMatchObject({ votes: 5, votes_without_ballots: 5 });
  const counts = "SELECT votes, voted_at FROM vote_counts WHERE listing_id = ? ORDER BY period";
  const before = { votes: 5, voted_at: testNow.toISOString() };
  expect(store.read.$client.query(counts).all(apple!)).toEqual([before, before, before]);
});
