import { afterEach, beforeEach, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { addOwner, companyOfListing } from "#db/queries/accounts/owners.ts";
import { placesTaken } from "#db/queries/launches/launches.ts";
import { startBadgeChecks } from "#db/queries/listings/badge-checks.ts";
import { launchListings, statusById } from "#db/queries/listings/listing-status.ts";
import { siteByHost } from "#db/queries/sites/sites.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import type { ListingStatus, Plan } from "#db/schema/vocabulary.ts";
import { operationCaller } from "#test/support/clients/operation-caller.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { signUpAs, visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { madeOrder, missedLaunch } from "#test/support/records/made-order.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import assignOwner from "../claims/assign-owner.ts";
import changeLaunchWeek from "../launches/change-launch-week.ts";
import restoreListing from "../moderation/decisions/restore-listing.ts";
import suspendListing from "../moderation/decisions/suspend-listing.ts";
import deleteAccount from "./delete-account.ts";
import restoreAccount from "./restore-account.ts";
import suspendAccount from "./suspend-account.ts";

const email = "owner@example.test";
const reason = "Ten copies of one product. <b>Stop</b>";
let server: TestServer;
let team: ReturnType<typeof teamCaller>;
let accountId: number;
let adminId: number;
beforeEach(async () => {
  server = await startTestServer();
  ({ id: accountId } = (await keyFor(server.store, { email })).account);
  const { account } = await keyFor(server.store, { email: "admin@example.test" });
  await server.store.write((tx) => updateAccount(tx, account.id, { role: "admin" }, testNow));
  adminId = account.id;
  team = at(testNow);
});
afterEach(() => server.stop());

const site = async () => (await siteByHost(server.store.read, ""))!;
const at = (now: Date) => async (operation: any, input: any) =>
  teamCaller(server.store, await site(), { now, accountId: adminId })(operation, input) as any;
const own = async (slug: string, status: ListingStatus, plan: Plan, launchWeek?: string) => {
  const options = { status, plan, ...(launchWeek && { launchWeek }), hasProfile: false };
  return (await ownedListing(server.store, slug, { email, ...options })).id;
};
const stateOf = async (slug: string) => {
  const { status, plan, launchWeek } = (await judgedListing(server.store.read, (await site()).id, slug))!;
  return [status, plan, launchWeek];
};
const publicStatus = async (slug: string) => (await server.call("get_listing", { slug })).status;
const second = async (listingId: number, via: string) => {
  const { account } = await keyFor(server.store, { email: "second@example.test" });
  const companyId = (await companyOfListing(server.store.read, listingId))!;
  await server.store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via }, testNow));
  return account;
};
const rows = (sql: string): any[] => server.store.read.$client.query(sql).all();
const takenIn = async (week: string) => (await placesTaken(server.store.read, (await site()).id, week, testNow)).free;
const slugsOf = (items: { slug: string }[]) => items.map(({ slug }) => slug);
const suspend = () => team(suspendAccount, { email, reason });
const restore = (now = testNow) => at(now)(restoreAccount, { account_id: accountId, reason: "It was a mistake." });

test("hides public and waiting listings, cancels checkouts and ends sessions; the email states the reasons", async () => {
  const live = await own("kelp-live", "live", "free");
  await own("kelp-queued", "awaiting_badge", "free", "2026-W49");
  await own("kelp-paid", "scheduled", "paid", "2026-W50");
  await own("kelp-draft", "draft", "none");
  const kept = await own("kelp-shared", "live", "free");
  await second(kept, "team");
  await signUpAs(server, email);
  const order = await madeOrder(server.store, { siteId: (await site()).id, accountId, listingId: live });
  const tried = await teamDry();
  const done = await suspend();
  expect(done).toEqual(tried);
  expect(done).toMatchObject({ account_id: accountId, email, checkouts_canceled: [order.number], sessions: 1 });
  expect(done.keys).toBeGreaterThan(0);
  expect(slugsOf(done.listings_hidden)).toEqual(["kelp-live", "kelp-queued", "kelp-paid"]);
  expect(done.listings_kept.map((one: any) => [one.slug, one.why])).toEqual([
    ["kelp-draft", "not_public"],
    ["kelp-shared", "other_owner"],
  ]);
  expect(await Promise.all(["kelp-live", "kelp-queued", "kelp-shared"].map(publicStatus))).toEqual([404, 404, 200]);
  expect(slugsOf((await server.call("search_listings", { q: "kelp" })).body.items)).toEqual(["kelp-shared"]);
  for (const path of ["", ".md", "/share.png", "/badge.svg"])
    expect([path, (await visitor(server).get(`/listings/kelp-live${path}`)).status]).toEqual([path, 404]);
  await server.drainJobs();
  const [mail] = (await server.mails()).filter(({ subject }) => subject.startsWith("Your account is suspended"));
  for (const words of [reason, "kelp-live, kelp-queued, kelp-paid", "not automated", "Article 21"])
    expect(mail!.textBody).toContain(words);
  expect(mail!.htmlBody).not.toContain("<b>Stop</b>");
  await expect(suspend()).rejects.toThrow("already suspended");
});

const teamDry = async () => {
  const { key } = await keyFor(server.store, { email: "admin@example.test", scopes: ["team:admin"] });
  const answer = await server.get(`/team/accounts/${accountId}/suspend?dry_run=true`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ reason }),
  });
  const { dry_run, not_tried, ...output } = (await answer.json()) as any;
  expect([answer.status, dry_run, not_tried]).toEqual([200, true, []]);
  expect((await accountByEmail(server.store.read, email))!.suspendedAt).toBeNull();
  return output;
};

test("restoring returns listings to their status, plan and week; a waiting free listing gets the next free place", async () => {
  await own("kelp-live", "live", "free", "2026-W44");
  const waiting = await own("kelp-queued", "scheduled", "free", "2026-W48");
  await server.store.write((tx) => startBadgeChecks(tx, waiting));
  await own("kelp-paid", "scheduled", "paid", "2026-W50");
  await own("kelp-draft", "draft", "none");
  const slugs = ["kelp-live", "kelp-queued", "kelp-paid", "kelp-draft"];
  const before = await Promise.all(slugs.map(stateOf));
  const taken = await takenIn("2026-W48");
  await suspend();
  expect(await takenIn("2026-W48")).toBe(taken - 1);
  expect(await stateOf("kelp-queued")).toEqual(["suspended", "free", "2026-W48"]);
  const done = await restore();
  expect(done.listings_kept).toEqual([]);
  expect(slugsOf(done.listings_shown)).toEqual(["kelp-live", "kelp-queued", "kelp-paid"]);
  const after = await Promise.all(slugs.map(stateOf));
  expect(after.toSpliced(1, 1)).toEqual(before.toSpliced(1, 1));
  const { status, launch_week } = done.listings_shown[1];
  expect(after[1]).toEqual([status, "free", launch_week]);
  expect(await publicStatus("kelp-live")).toBe(200);
  expect(rows("SELECT * FROM hidden_listings")).toEqual([]);
  expect((await server.mails()).map(({ subject }) => subject)).toContain("Your account is restored (Slipway)");
  await expect(restore()).rejects.toThrow("not suspended");
});

test("a paid launch whose week passed gets the whole next week", async () => {
  await own("kelp-paid", "scheduled", "paid", "2026-W48");
  await suspend();
  await restore(new Date("2026-12-10T12:00:00.000Z"));
  expect(await stateOf("kelp-paid")).toEqual(["scheduled", "paid", "2026-W51"]);
  const [mail] = (await server.mails()).filter(({ subject }) => subject.startsWith("Your account is restored"));
  expect(mail!.textBody).toContain("You can choose another week on the listing's Launch page");
});

test("the owner of a launch that missed its week chooses another one until it begins, and of no other launch", async () => {
  const own2 = (slug: string, week: string) => own(slug, "scheduled", "paid", week);
  const [missed, other] = [await own2("kelp-missed", "2026-W48"), await own2("kelp-other", "2026-W48")];
  await missedLaunch(server.store, missed, accountId);
  const owner = await signUpAs(server, email);
  const choose = async (listing_id: number, launch_week: string, by = accountId) =>
    operationCaller(server)({ accountId: by }, await site(), changeLaunchWeek, { listing_id, launch_week });
  const faultOf = (call: Promise<unknown>) => call.then(String, ({ code, errors }) => errors?.[0]?.code ?? code);
  const path = `/account/listings/${missed}/launch`;
  expect((await owner.get(path)).html).toContain("You can choose another week, free of charge");
  const { next_actions } = (
    await server.as((await keyFor(server.store, { email })).key).call("get_my_listing", {
      listing_id: missed,
    })
  ).body;
  expect(next_actions.map(({ url }: any) => url)).toContainEqual(expect.stringContaining(path));
  const moved = await owner.post(path, { do: "week", launch_week: "2026-12-07" });
  expect([moved.status, await stateOf("kelp-missed")]).toEqual([303, ["scheduled", "paid", "2026-W50"]]);
  expect((await owner.get(`${path}?done=week`)).html).toContain("Launch week changed.");
  await choose(missed, "2026-W51");
  expect((await stateOf("kelp-missed"))[2]).toBe("2026-W51");
  for (const week of ["2026-W47", "2026-W40", "2027-W40", "soon"])
    expect([week, await faultOf(choose(missed, week))]).toEqual([week, "invalid_week"]);
  const full = JSON.stringify({ freeQueue: { paidPlacesPerWeek: 1 } });
  await server.store.write(async (tx) => tx.$client.run("UPDATE sites SET settings = ?", [full]));
  expect(await faultOf(choose(missed, "2026-W48"))).toBe("week_full");
  expect(await faultOf(choose(missed, "2026-W49", adminId))).toBe("not_found");
  expect(await faultOf(choose(other, "2026-W49"))).toBe("state_conflict");
  expect(
    (await owner.post(`/account/listings/${other}/launch`, { do: "week", launch_week: "2026-W49" })).html,
  ).toContain("cannot be changed");
  expect((await stateOf("kelp-missed"))[2]).toBe("2026-W51");
  await server.store.write(async (tx) => launchListings(tx, [(await statusById(tx, missed))!], testNow));
  expect(await faultOf(choose(missed, "2026-W52"))).toBe("state_conflict");
});

test("a listing that the team suspended before or meanwhile stays suspended; reversing that shows it", async () => {
  await own("kelp-before", "live", "free");
  await own("kelp-meanwhile", "live", "free");
  await own("kelp-lifted", "live", "free");
  const ground = { ground: "dead" as const, reason: "Nothing answers." };
  await team(suspendListing, { slug: "kelp-before", ...ground });
  const done = await suspend();
  expect(done.listings_kept.map(({ slug, why }: any) => [slug, why])).toEqual([["kelp-before", "not_public"]]);
  await at(new Date("2026-11-20T12:00:00.000Z"))(suspendListing, { slug: "kelp-meanwhile", ...ground });
  await expect(team(suspendListing, { slug: "kelp-meanwhile", ...ground })).rejects.toThrow("only a live listing");
  await team(restoreListing, { slug: "kelp-lifted" });
  expect((await stateOf("kelp-lifted"))[0]).toBe("live");
  const { listings_shown, listings_kept } = await restore();
  expect(listings_shown).toEqual([]);
  expect(listings_kept.map(({ slug, why }: any) => [slug, why])).toEqual([["kelp-meanwhile", "decided"]]);
  await team(restoreListing, { slug: "kelp-meanwhile" });
  expect((await stateOf("kelp-meanwhile"))[0]).toBe("live");
  expect((await stateOf("kelp-before"))[0]).toBe("suspended");
});

test("two owners: the listing is hidden while an owner is suspended and no other has proved the ownership", async () => {
  const shared = await own("kelp-shared", "live", "free");
  const other = await second(shared, "test");
  await suspend();
  expect(await publicStatus("kelp-shared")).toBe(404);
  await server.drainJobs();
  const mails = (await server.mails()).filter(({ subject }) => subject.startsWith("kelp-shared is hidden"));
  expect(mails.map(({ recipient }) => recipient)).toEqual([other.email]);
  await team(suspendAccount, { email: other.email, reason });
  const done = await restore();
  expect(done.listings_kept.map(({ slug, why }: any) => [slug, why])).toEqual([["kelp-shared", "other_suspension"]]);
  await team(restoreAccount, { email: other.email, reason });
  expect(await publicStatus("kelp-shared")).toBe(200);
});

test("the team assigns an owner: the hidden listing is shown, but not one about which the team has decided", async () => {
  await own("kelp-a", "live", "free");
  await own("kelp-b", "live", "free");
  await suspend();
  await team(suspendListing, { slug: "kelp-b", ground: "dead", reason });
  const { account } = await keyFor(server.store, { email: "second@example.test" });
  for (const slug of ["kelp-a", "kelp-b"]) await team(assignOwner, { slug, account_id: account.id, reason });
  expect([(await stateOf("kelp-a"))[0], (await stateOf("kelp-b"))[0]]).toEqual(["live", "suspended"]);
});

test("each co-owner gets one email about all hidden listings of theirs; their pages say why they are hidden", async () => {
  const both = [await own("kelp-a", "live", "free"), await own("kelp-b", "live", "free")];
  for (const id of both) await second(id, "test");
  const alone = await own("kelp-c", "live", "free");
  const companyId = (await companyOfListing(server.store.read, alone))!;
  const { account } = await keyFor(server.store, { email: "third@example.test" });
  await server.store.write((tx) => addOwner(tx, { companyId, accountId: account.id, via: "test" }, testNow));
  await suspend();
  const mails = (await server.mails())
    .filter(({ subject }) => subject.includes("hidden"))
    .toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1));
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ["second@example.test", "2 of your listings are hidden (Slipway)"],
    ["third@example.test", "kelp-c is hidden (Slipway)"],
  ]);
  expect(mails[0]!.textBody).toContain("manages kelp-a, kelp-b.");
  expect(mails[0]!.textBody).not.toContain("kelp-c");
  const reader = await signUpAs(server, "third@example.test");
  const { html } = await reader.get(`/account/listings/${alone}`);
  expect(html).toContain("An account that manages the listing is suspended.");
  expect(html).not.toContain("Fix the listing");
});

test("409: yourself, and the last admin who can sign in", async () => {
  await expect(team(suspendAccount, { account_id: adminId, reason })).rejects.toThrow("your own account");
  await server.store.write((tx) => updateAccount(tx, accountId, { role: "admin" }, testNow));
  await suspend();
  const operator = teamCaller(server.store, await site(), { accountId });
  await expect(operator(suspendAccount, { account_id: adminId, reason })).rejects.toThrow("last admin");
});

test("deleting a suspended account keeps its hidden public listings hidden and deletes the waiting ones", async () => {
  await own("kelp-live", "live", "free");
  await own("kelp-queued", "awaiting_badge", "free", "2026-W49");
  await suspend();
  const done = await teamCaller(server.store, await site())(deleteAccount, { account_id: accountId });
  expect(done).toMatchObject({ kept: ["kelp-live"], deleted: ["kelp-queued"] });
  expect([(await stateOf("kelp-live"))[0], await publicStatus("kelp-live")]).toEqual(["suspended", 404]);
  expect(rows("PRAGMA foreign_key_check")).toEqual([]);
});
