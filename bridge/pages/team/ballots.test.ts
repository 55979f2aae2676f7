import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { startOfWeek } from "#db/values/week.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { addVoters, voting } from "#test/support/records/voters.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

const path = "/team/ballots";
let store: Store;
let server: TestServer;
let clock: Date;
let team: Visitor;
let polls: ReturnType<typeof voting>;
let [apple, pear]: number[] = [];

beforeAll(async () => {
  clock = testNow;
  store = emptyStore();
  await store.write(async (tx) => {
    const id = await addSite(tx);
    const other = await addSite(tx, "other");
    apple = await addListing(tx, id, "apple");
    pear = await addListing(tx, id, "pear");
    await addListing(tx, other, "quince");
  });
  const [site, other] = await allSites(store.read);
  server = await startTestServer({ store, now: () => clock });
  team = await teamVisitor(server);
  polls = voting(store, site!, () => clock);
  const [old] = await addVoters(store, 1, { name: "old" });
  const [young] = await addVoters(store, 1, { name: "young", createdAt: clock });
  const [unproved] = await addVoters(store, 1, { name: "unproved", isVerified: false });
  for (const voter of [old, young, unproved]) await polls.vote(voter!, apple!);
  await polls.vote(old!, pear!);
  await voting(store, other!, () => clock).vote(young!, 3);
});
beforeEach(() => {
  clock = testNow;
});
afterAll(() => server.stop());

const judge = (act: string, email: string, reason: string, query = "") =>
  team.post(`${path}${query}`, { do: act, ballot_id: "1", slug: "apple", email, reason });
const shown = async (query: string) =>
  [...(await team.get(`${path}?${query}`)).html.matchAll(/>By ([\w-]+)@/g)].map(([, voter]) => voter);
const counted = async () => {
  const { votes, votes_excluded } = (await server.call("get_listing", { slug: "apple" })).body;
  return { votes, team: votes_excluded.find(({ reason }: { reason: string }) => reason === "team")?.count ?? 0 };
};
const entries = async () =>
  (await changesOf(store.read, "listing:1", 50)).filter(({ action }) => /^(ex|in)clude_vote$/.test(action));

test("not a team member: 404 on GET and POST", async () => {
  const member = await signUpAs(server, "member@example.test");
  expect((await member.get(path)).status).toBe(404);
  const form = { do: "exclude", ballot_id: "1", slug: "apple", email: "old-0@example.test", reason: "Mine." };
  expect((await member.post(path, form)).status).toBe(404);
  expect(await entries()).toEqual([]);
});

test("votes of the week: uncounted votes appear with the reason; filters work by listing, voter and standing", async () => {
  const { html } = await team.get(path);
  for (const words of ["Email not confirmed.", "Account younger than a day.", "19 Nov 2026, 12:00 UTC"])
    expect(html).toContain(words);
  expect(html).not.toContain("quince");
  expect(await shown("")).toEqual(["unproved-0", "young-0"]);
  expect(await shown("standing=waiting&q=YOUNG")).toEqual(["young-0"]);
  expect(await shown("standing=counted")).toEqual(["old-0", "old-0"]);
  expect(await shown("standing=counted&q=Pea")).toEqual(["old-0"]);
  expect(await shown("standing=excluded")).toEqual([]);
  expect(await shown("week=previous")).toEqual([]);
  expect(await shown("standing=constructor&page=2")).toEqual([]);
  const unknown = await team.get(`${path}?week=2026-W99`);
  expect([unknown.status, unknown.html.includes("Week must be a week that exists")]).toEqual([422, true]);
});

test("votes of the week: totals are grouped by reason", async () => {
  const { html } = await team.get(path);
  const totals = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>(\d+)</g)].map(([, label, count]) => [label, Number(count)]);
  expect(totals).toEqual([
    ["Cast", 4],
    ["Not counted: account younger than a day", 1],
    ["Not counted: email not confirmed", 1],
    ["Counted", 2],
  ]);
});

test("exclude and include a vote: each needs a reason, happens once and is published", async () => {
  const email = "old-0@example.test";
  const bare = await judge("exclude", email, " ");
  expect([bare.status, bare.html.includes('href="#field-reason-1"')]).toEqual([422, true]);
  for (const reason of ["It was <bought>.", "Again."]) {
    const done = await judge("exclude", email, reason, "?standing=counted&q=apple");
    expect(done.location).toBe(`${path}?standing=counted&q=apple&done=excluded`);
  }
  expect(await counted()).toEqual({ votes: 0, team: 1 });
  expect((await team.get(`${path}?standing=excluded`)).html).toContain("Excluded by the team: It was &lt;bought&gt;.");
  const { id } = (await accountByEmail(store.read, email))!;
  expect((await polls.vote(id, apple!)).vote!.why).toBe("The team excluded the vote: It was <bought>.");

  expect((await judge("include", email, "")).status).toBe(422);
  for (const _time of [1, 2])
    expect((await judge("include", email, "It was not.")).location).toBe(`${path}?done=included`);
  expect(await counted()).toEqual({ votes: 1, team: 0 });
  expect((await entries()).map(({ action, after }) => [action, (after as { reason: string }).reason])).toEqual([
    ["include_vote", "It was not."],
    ["exclude_vote", "It was <bought>."],
  ]);
});

test("included vote with another obstacle: it waits again", async () => {
  await judge("exclude", "young-0@example.test", "One of a dozen.");
  const done = await judge("include", "young-0@example.test", "A mistake.");
  expect(done.location).toBe(`${path}?done=uncounted`);
  expect(await shown("standing=waiting")).toEqual(["unproved-0", "young-0"]);
});

test("closed week: votes are final and no vote is waiting", async () => {
  const before = await entries();
  clock = startOfWeek("2026-W48")!;
  team = await teamVisitor(server, "later@example.test");
  const { html } = await team.get(`${path}?week=2026-W47`);
  expect([html.includes("Its votes are final"), html.includes('name="reason"')]).toEqual([true, false]);
  expect(await shown("week=2026-W47&standing=waiting")).toEqual([]);
  expect(await shown("week=2026-W47&standing=excluded")).toEqual(["unproved-0", "young-0"]);
  const late = await judge("exclude", "old-0@example.test", "Too late.");
  expect([late.status, late.html.includes("2026-W47 has closed")]).toEqual([409, true]);
  expect(await entries()).toEqual(before);
});

test("unknown vote: 404; unknown action: 400", async () => {
  expect((await judge("exclude", "nobody@example.test", "Bought.")).status).toBe(404);
  expect((await judge("constructor", "old-0@example.test", "Bought.")).status).toBe(400);
});
