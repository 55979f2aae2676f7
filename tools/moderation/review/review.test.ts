import { afterEach, beforeEach, expect, test } from "bun:test";
import type { JobRunner } from "#bridge/jobs/runner.ts";
import { createAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { badgeCheckOf, saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { saveBillingDetails } from "#db/queries/orders/quotes.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { createSite } from "#db/queries/sites/write-site.ts";
import type { ReviewMode } from "#db/schema/vocabulary.ts";
import { startOfWeek } from "#db/values/week.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { type OwnListingOptions, ownedListing } from "#test/support/records/owned-listing.ts";
import { contextFor } from "#test/support/server/call.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import { callTool } from "../../core/calls/call.ts";
import { jobsFor } from "../../jobs.ts";
import { applyBadgeCheck } from "../../launches/jobs.ts";
import updateSite from "../../site/update-site.ts";
import rejectListing from "../decisions/reject-listing.ts";
import startBulkAction from "../inbox/start-bulk-action.ts";
import approveListing from "./approve-listing.ts";
import listReviews from "./list-reviews.ts";
import requestChange from "./request-change.ts";

const scopes = ["account:read", "listings:write", "orders:write"] as const;
const expected = "2026-11-20T12:00:00.000Z";
let server: TestServer;
let clock: Date;
let jobs: JobRunner;
let ask: ReturnType<typeof teamCaller>;

beforeEach(async () => {
  clock = testNow;
  const store = emptyStore();
  const settings = { review: { mode: "always" as ReviewMode }, freeQueue: { firstWeekOffset: 1 } };
  const facts = { key: "main", name: "Main", host: null, currency: "EUR", settings };
  await store.write((tx) => createSite(tx, facts, testNow.toISOString()));
  server = await startTestServer({ store, now: () => clock });
  const requested = jobsFor({} as never).filter(({ kind }) => kind === "settle-badge" || kind === "bulk-action");
  jobs = startTestJobs({ store, now: () => clock, jobs: [...scheduled("week-rollover", "text-check"), ...requested] });
  const [site] = await allSites(store.read);
  const { account } = await keyFor(store, { email: "tess@example.test" });
  ask = (operation, input) => teamCaller(store, site!, { accountId: account.id, now: clock })(operation, input);
});
afterEach(async () => {
  await jobs.stop();
  await server.stop();
});

const own = async (slug: string, options: OwnListingOptions = {}) => {
  const listing = await ownedListing(server.store, slug, options);
  const { key } = await keyFor(server.store, { email: listing.email, scopes: [...scopes] });
  return { ...listing, slug, key };
};
type Own = Awaited<ReturnType<typeof own>>;
const choose = async ({ key, id }: Own) => (await server.as(key).call("choose_free_listing", { listing_id: id })).body;
async function queued(slug: string, options?: OwnListingOptions) {
  const listing = await own(slug, options);
  await choose(listing);
  const found = { isFound: true, fault: null, detail: null, isMiss: false };
  await server.store.write(async (tx) => {
    await saveBadgeCheck(tx, listing.id, found, clock);
    await enqueue(tx, applyBadgeCheck.request({ listingId: listing.id }, new Date(clock.getTime() - 1)), clock);
  });
  await jobs.drain();
  return listing;
}
const mine = async ({ key, id }: Own) => (await server.as(key).call("get_my_listing", { listing_id: id })).body;
const stateOf = async (listing: Own) => {
  const { status, launch_week } = await mine(listing);
  return [status, launch_week];
};
const goTo = async (week: string) => {
  clock = startOfWeek(week)!;
  await jobs.drain();
};
const setMode = async (review: ReviewMode) => {
  const [site] = await allSites(server.store.read);
  const context = { ...contextFor(server.store, { kind: "admin", via: "cli" }, site!), now: clock };
  const policy = { limiter: null, checkOutput: "always", write: server.store.write } as const;
  await callTool(updateSite, context, () => ({ review }), policy);
};
const waiting = async (is_open = true) => (await ask(listReviews, { is_open })).items.map(({ slug }) => slug);
const mailsOf = async (email: string) =>
  (await server.mails())
    .filter(({ recipient }) => recipient === email)
    .map(({ subject }) => subject.replace(" (Main)", ""));
const fault = (call: Promise<unknown>) => call.then(String, (error) => [error.code, error.detail].join(": "));

test("a free launch waits for the review, and approval schedules it", async () => {
  const kelp = await queued("kelp");
  expect(await stateOf(kelp)).toEqual(["awaiting_badge", "2026-W48"]);
  expect((await mine(kelp)).blockers).toEqual([
    {
      code: "team_review",
      reason: expect.stringContaining("expects to decide by 20 Nov 2026, 12:00 UTC"),
      url: expect.stringContaining(`/account/listings/${kelp.id}/launch`),
      next_action: expect.objectContaining({ who: "human" }),
      expected_by: expected,
    },
  ]);
  const browser = await signUpAs(server, kelp.email);
  const overview = async () => (await browser.get(`/account/listings/${kelp.id}`)).html;
  expect(await overview()).toMatch(/Review by the team<\/a> <span[^>]*>Needed for launch.*20 Nov 2026, 12:00 UTC/);
  const { items } = await ask(listReviews, {});
  expect(items).toMatchObject([
    { slug: "kelp", plan: "free", state: "waiting", expected_by: expected, owner: { email: kelp.email, listings: 1 } },
  ]);
  await ask(approveListing, { slug: "kelp", if_state: "waiting" });
  await jobs.drain();
  expect(await overview()).toMatch(/Done: <\/span><a[^>]*>Review by the team/);
  expect(await stateOf(kelp)).toEqual(["scheduled", "2026-W48"]);
  expect((await mine(kelp)).blockers).toEqual([]);
  expect(await waiting()).toEqual([]);
  expect(await mailsOf(kelp.email)).toContain("kelp is approved");
  const [applied, approved] = await changesOf(server.store.read, `listing:${kelp.id}`, 5);
  expect([applied!.action, approved!.action]).toEqual(["apply_badge_check", "approve_listing"]);
  await goTo("2026-W48");
  expect(await stateOf(kelp)).toEqual(["live", "2026-W48"]);
});

test("Monday with the review open: the week is kept; approval in the week launches, its end moves the listing", async () => {
  const late = await queued("late");
  const lost = await queued("lost");
  await goTo("2026-W48");
  expect([await stateOf(late), await stateOf(lost)]).toEqual(Array(2).fill(["awaiting_badge", "2026-W48"]));
  expect(await mailsOf(late.email)).toContain("late cannot go live yet, although its launch week has begun");
  await ask(approveListing, { slug: "late" });
  await jobs.drain();
  expect(await stateOf(late)).toEqual(["live", "2026-W48"]);
  const mails = await mailsOf(late.email);
  expect([mails.includes("late is live"), mails.includes("late is approved")]).toEqual([true, false]);
  await goTo("2026-W49");
  expect(await stateOf(lost)).toEqual(["awaiting_badge", "2026-W50"]);
});

test("a change that the team asks for: a mail and a blocker; an edit continues the review", async () => {
  const kelp = await queued("kelp");
  const text = "Name the <b>price</b>.";
  await ask(requestChange, { slug: "kelp", text, if_state: "waiting" });
  expect([await waiting(), await waiting(false)]).toEqual([[], ["kelp"]]);
  expect(await mailsOf(kelp.email)).toContain("Please change kelp before its launch");
  const [blocker] = (await mine(kelp)).blockers;
  expect([blocker.reason.includes(text), blocker.expected_by]).toEqual([true, undefined]);
  expect(await fault(ask(requestChange, { slug: "kelp", text }))).toContain("asked the owners for a change on");
  expect(await fault(ask(approveListing, { slug: "kelp", if_state: "waiting" }))).toContain(
    "asked the owners for a change on",
  );
  const edited = await server
    .as(kelp.key)
    .over("REST", "update_my_listing", { listing_id: kelp.id, fields: { headline: "Kelp for 5 euros" } });
  expect(edited.status).toBe(200);
  expect(await waiting()).toEqual(["kelp"]);
  expect(await fault(ask(approveListing, { slug: "kelp", if_state: "change_requested" }))).toContain(
    "is waiting for a review again",
  );
  await ask(approveListing, { slug: "kelp", if_state: "waiting" });
  await jobs.drain();
  expect(await stateOf(kelp)).toEqual(["scheduled", "2026-W48"]);
  await server
    .as(kelp.key)
    .over("REST", "update_my_listing", { listing_id: kelp.id, fields: { headline: "Kelp for 6 euros" } });
  expect([await waiting(), await stateOf(kelp)]).toEqual([[], ["scheduled", "2026-W48"]]);
});

test("two members decide at once: the second gets 409 that says what happened", async () => {
  await queued("kelp");
  const ground = "no_product" as const;
  const calls = [
    () => ask(approveListing, { slug: "kelp", if_state: "waiting" }),
    () => ask(rejectListing, { slug: "kelp", if_state: "waiting", ground, reason: "An advertisement." }),
  ];
  const results = await Promise.all(calls.map((call) => fault(call())));
  expect(results.filter((one) => one.startsWith("state_conflict: "))).toHaveLength(1);
  expect(results[1]).toContain("approved the listing on 18 Nov 2026");
  expect(await fault(ask(approveListing, { slug: "kelp" }))).toContain("approved the listing on");
});

test("refused: the listing leaves the queue, and choosing again needs a new review", async () => {
  const kelp = await queued("kelp");
  await ask(rejectListing, { slug: "kelp", if_state: "waiting", ground: "dead", reason: "It is gone." });
  expect([await stateOf(kelp), await waiting()]).toEqual([["rejected", null], []]);
  expect(await fault(ask(approveListing, { slug: "kelp" }))).toContain("It has the status rejected");
  await setMode("first");
  expect((await choose(kelp)).blockers.map(({ expected_by }: any) => expected_by)).toEqual([expected]);
  expect(await waiting()).toEqual(["kelp"]);
});

test("first: the second listing of a known account needs no review, one of a new account does", async () => {
  await setMode("first");
  const first = await queued("first-one");
  const early = await queued("early", { email: first.email });
  expect(await waiting()).toEqual(["first-one", "early"]);
  await ask(approveListing, { slug: "first-one" });
  const second = await queued("second-one", { email: first.email });
  const other = await queued("other");
  expect([await waiting(), (await stateOf(second))[0], (await stateOf(other))[0], (await stateOf(early))[0]]).toEqual([
    ["early", "other"],
    "scheduled",
    "awaiting_badge",
    "awaiting_badge",
  ]);
  // Read-only access to a known company proves nothing.
  const companyId = (await companyOfListing(server.store.read, first.id))!;
  const sly = await own("sly");
  await server.store.write(async (tx) => {
    await addOwner(tx, { companyId, accountId: sly.account.id, via: "test" }, testNow);
    await tx.$client.run("UPDATE company_owners SET read_only_since = ?1 WHERE account_id = ?2 AND company_id = ?3", [
      testNow.toISOString(),
      sly.account.id,
      companyId,
    ]);
  });
  await choose(sly);
  expect(await waiting()).toEqual(["early", "other", "sly"]);
});

test("off, then on: waiting listings are reviewed, scheduled ones keep their launch; off again ends the reviews", async () => {
  await setMode("off");
  const ready = await queued("ready");
  const bare = await own("bare");
  await choose(bare);
  expect([await stateOf(ready), await waiting()]).toEqual([["scheduled", "2026-W48"], []]);
  await setMode("always");
  expect([await stateOf(ready), await waiting()]).toEqual([["scheduled", "2026-W48"], ["bare"]]);
  await setMode("off");
  expect((await mine(bare)).blockers.every(({ expected_by }: any) => expected_by === undefined)).toBe(true);
});

test("a paid launch: the quote requests the review and says so; checkout follows the approval", async () => {
  const kelp = await own("kelp", { hasProfile: false });
  const items = [{ product: "launch", listing_id: kelp.id, launch_week: "2026-W49" }];
  const order = (tool: string, input: object) =>
    server.as(kelp.key).over("REST", tool as "quote_order", input as never);
  const early = await order("create_checkout", { items });
  expect([early.status, early.body.code, await waiting()]).toEqual([409, "state_conflict", []]);
  const { body: quoted } = await order("quote_order", { items, billing: { country: "FR" } });
  expect(quoted.next_actions).toMatchObject([
    { who: "human", why: expect.stringContaining("expects to decide by 20 Nov 2026, 12:00 UTC") },
  ]);
  expect(await waiting()).toEqual(["kelp"]);
  const steps = async () => {
    const { blockers, next_actions } = await mine(kelp);
    return [...blockers.map(({ next_action }: any) => next_action), ...next_actions].map(({ tool }) => tool);
  };
  expect(await steps()).not.toContain("quote_order");
  await ask(requestChange, { slug: "kelp", text: "Name the price." });
  const asked = await order("create_checkout", { quote_id: quoted.quote_id });
  expect(asked.body.next_actions[0]).toMatchObject({ tool: "update_my_listing", arguments: { listing_id: kelp.id } });
  const fields = { headline: "Kelp for 5 euros" };
  await server.as(kelp.key).over("REST", "update_my_listing", { listing_id: kelp.id, fields });
  const refused = await order("create_checkout", { quote_id: quoted.quote_id });
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining("can be ordered after its review"),
  ]);
  await ask(approveListing, { slug: "kelp" });
  expect(await mailsOf(kelp.email)).toContain("kelp is approved");
  expect(await steps()).toContain("quote_order");
  expect((await order("create_checkout", { quote_id: quoted.quote_id })).status).toBe(201);
});

test("pages: the team decides, the owner sees the expected time", async () => {
  const team = await teamVisitor(server, "mo@example.test", "moderator");
  const owner: Visitor = await signUpAs(server, "owner@example.test", "Olu");
  const kelp = await queued("kelp", { email: "owner@example.test" });
  const reed = await queued("reed");
  await server.store.write(async (tx) => {
    await tx.$client.run("UPDATE companies SET name = ?1 WHERE id = (SELECT company_id FROM listings WHERE id = ?2)", [
      "<script>alert(1)</script>",
      reed.id,
    ]);
  });
  const { html } = await team.get("/team/review");
  expect([html.includes("kelp.example"), html.includes("<script>alert"), html.includes("owner@example.test")]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await owner.get(`/account/listings/${kelp.id}/launch`)).html).toContain(
    "expects to decide by 20 Nov 2026, 12:00 UTC",
  );
  expect((await owner.get("/team/review")).status).toBe(404);
  const moved = await team.get("/team/decisions?slug=kelp");
  expect([moved.status, moved.location]).toEqual([308, "/team/review/decisions?slug=kelp"]);

  const empty = await team.post("/team/review", { do: "refuse", slug: "kelp", state: "waiting" });
  expect([empty.status, empty.html.includes("Choose a reason.")]).toEqual([422, true]);
  const change = { do: "change", slug: "kelp", state: "waiting", reason: "Name the price." };
  expect((await team.post("/team/review?kind=none", change)).location).toBe("/team/review?kind=none&done=change");
  expect((await owner.get(`/account/listings/${kelp.id}/launch`)).html).toContain("Name the price.");
  expect((await team.get("/team/review?status=decided")).html).toContain("kelp.example");
  const stale = await team.post("/team/review", { do: "approve", slug: "kelp", state: "waiting" });
  expect([stale.status, stale.html.includes("Tess Team asked the owners for a change on")]).toEqual([409, true]);
  expect((await team.post("/team/review", { do: "approve", slug: "kelp", state: "change_requested" })).status).toBe(
    303,
  );
  const refuse = { do: "refuse", slug: "reed", state: "waiting", ground: "dead", reason: "It is gone." };
  expect((await team.post("/team/review", refuse)).status).toBe(303);
  expect([(await stateOf(reed))[0], await waiting()]).toEqual(["rejected", []]);
  expect((await team.post("/team/review", { do: "constructor", slug: "kelp" })).status).toBe(400);
});

test("one network: its waiting listings are listed and refused together; moderators do not see the network", async () => {
  const team = await teamVisitor(server, "mo@example.test", "moderator");
  for (const slug of ["kelp", "reed", "moss"]) await queued(slug);
  await server.store.write(async (tx) => {
    const join = "UPDATE accounts SET sign_up_network = ? WHERE email LIKE ? || '%'";
    for (const slug of ["kelp", "moss"]) await tx.$client.run(join, ["203.0.113.0/24", slug]);
    await tx.$client.run(join, ["198.51.100.0/24", "reed"]);
    for (let i = 0; i < 9; i++)
      await createAccount(tx, { email: `${i}@example.test`, name: "", signUpNetwork: "203.0.113.0/24" }, clock);
  });
  const { html } = await team.get("/team/review");
  const link = '<a href="/team/review?network_of=moss">Network: all waiting listings</a>';
  expect([html.includes(link), html.includes("203.0.113.0")]).toEqual([true, false]);
  const slugs = async (network_of: string) => (await ask(listReviews, { network_of })).items.map(({ slug }) => slug);
  expect([await slugs("moss"), await slugs("reed"), await slugs("none")]).toEqual([["kelp", "moss"], ["reed"], []]);
  const filter = { list: "flags" as const, network_of: "moss" };
  await expect(ask(startBulkAction, { operation: "suspend_listing", filter })).rejects.toThrow(
    "filter of reviews only",
  );
  const refuse = { do: "bulk", action: "reject_listing", all: "filter", ground: "not_as_said", reason: "Spam." };
  expect((await team.post("/team/review?network_of=moss", refuse)).location).toBe("/team/bulk/1");
  await jobs.drain();
  expect(await waiting()).toEqual(["reed"]);
});

test("pages: marks, and decisions about many listings", async () => {
  const team = await teamVisitor(server, "mo@example.test", "moderator");
  const marks = async () => (await ask(listReviews, {})).items.map((one) => [one.slug, one.marks.join(" ")]);
  await queued("kelp");
  const reed = await queued("reed");
  await queued("moss");
  await server.store.write(async (tx) => {
    // A Cyrillic letter in the name, and many accounts from the owner's network.
    const rename = "UPDATE companies SET name = 'k\u0435lp' WHERE id = (SELECT company_id FROM listings WHERE id = ?)";
    await tx.$client.run(rename, [reed.id]);
    await tx.$client.run("UPDATE accounts SET sign_up_network = '203.0.113.0/24' WHERE email = ?", [reed.email]);
    for (let i = 0; i < 9; i++)
      await createAccount(tx, { email: `${i}@example.test`, name: "", signUpNetwork: "203.0.113.0/24" }, clock);
  });
  expect((await marks()).at(-1)).toEqual(["moss", "unchecked"]);
  clock = new Date(clock.getTime() + 600_000);
  await jobs.drain();
  expect(await marks()).toEqual([
    ["kelp", ""],
    ["reed", "lookalike flagged network"],
    ["moss", ""],
  ]);
  const { items } = await ask(listReviews, { kind: "lookalike" });
  expect(items).toMatchObject([
    { slug: "reed", similar: [{ slug: "kelp", reason: "lookalike" }], owner: { network: "203.0.113.0/24" } },
  ]);
  const { html } = await team.get("/team/review?kind=network");
  expect(["Look-alike name", "All 1 that match the filter", "203.0.113.0"].map((text) => html.includes(text))).toEqual([
    true,
    true,
    false,
  ]);

  const chosen = { do: "bulk:approve_listing" };
  const none = await team.post("/team/review?kind=none", chosen);
  expect([none.status, none.html.includes("Choose at least one case.")]).toEqual([422, true]);
  expect((await team.post("/team/review?kind=none", { ...chosen, all: "filter" })).location).toBe("/team/bulk/1");
  await jobs.drain();
  expect(await waiting()).toEqual(["reed"]);
  expect((await team.post("/team/review?kind=none", { ...chosen, all: "filter" })).status).toBe(422);
  const refuse = { do: "bulk", action: "reject_listing", item: `${reed.id}:reed`, reason: "It imitates kelp." };
  const unclear = await team.post("/team/review", refuse);
  expect([unclear.status, unclear.html.includes("Choose a ground.")]).toEqual([422, true]);
  expect((await team.post("/team/review", { ...refuse, ground: "not_theirs" })).location).toBe("/team/bulk/2");
  await jobs.drain();
  expect([(await stateOf(reed))[0], await waiting()]).toEqual(["rejected", []]);
});

test("pages: the total of a paid launch says that the review comes first", async () => {
  const owner = await signUpAs(server, "owner@example.test", "Olu");
  const kelp = await own("kelp", { email: "owner@example.test" });
  const billing = {
    name: "Olu",
    company: null,
    street: "Rue 1",
    postcode: "75001",
    city: "Paris",
    country: "FR",
    vatId: null,
  };
  await server.store.write((tx) => saveBillingDetails(tx, kelp.account.id, billing as never, testNow));
  const form = { product: "launch", launch_week: "" };
  const { location } = await owner.post(`/account/listings/${kelp.id}/launch`, form);
  const { html } = await owner.get(location!);
  expect([html.includes("You can order the launch after that."), html.includes('id="pay"')]).toEqual([true, false]);
  expect((await badgeCheckOf(server.store.read, kelp.id)) ?? null).toBeNull();
});
