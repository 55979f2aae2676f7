import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import type { ListingStatus } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { demoStore, testNow } from "#test/support/server/harness.ts";
import findListings from "../../listings/team/find-listings.ts";
import rejectListing from "./reject-listing.ts";
import restoreListing from "./restore-listing.ts";
import suspendListing from "./suspend-listing.ts";
import suspendListings from "./suspend-listings.ts";

let store: Store;
let site: SiteRow;
let dev: SiteRow;
let teamId: number;
const reason = "The address answers no more.";
const ground = "dead" as const;
const slug = "kelp";
beforeEach(async () => {
  store = await demoStore();
  teamId = (await keyFor(store, { email: "team@example.test" })).account.id;
  [site, dev] = (await allSites(store.read)) as [SiteRow, SiteRow];
});
afterEach(() => store.close());

const team = (at = site) => teamCaller(store, at, { accountId: teamId });
const make = (status: ListingStatus, more: object = {}) => ownedListing(store, slug, { status, plan: "free", ...more });
const standing = async () => (await judgedListing(store.read, site.id, slug))!;
const mail = async () => (await latestMails(store.read, 5))[0];

describe("suspend", () => {
  test("a live listing is no longer public, and its owners get the reason and the ways to contest it", async () => {
    const { id, email } = await make("live");
    await team()(suspendListing, { slug, ground, reason });
    expect(await standing()).toMatchObject({ status: "suspended" });
    expect(await mail()).toMatchObject({ recipient: email, replyTo: "team@slipway.example" });
    for (const text of [
      reason,
      "you can answer once",
      "Until 21 May 2027",
      "dispute settlement body",
      "go to court",
      `/account/listings/${id}`,
    ])
      expect((await mail())!.textBody).toContain(text);
    expect((await team()(findListings, { q: "KEL", status: "suspended" })).items).toMatchObject([
      { slug, status_message: reason, owners: [{ email: email }] },
    ]);
  });
  test("many at once: one email for each owner, with exactly the owner's listings and how each case began", async () => {
    const [kelp, dulse, wrack] = [
      await make("live", { email: "one@example.test" }),
      await ownedListing(store, "dulse", { status: "live", email: "one@example.test" }),
      await ownedListing(store, "wrack", { status: "live", email: "two@example.test" }),
    ];
    await store.write(async (tx) => {
      const report = "INSERT INTO listing_reports (listing_id, kind, created_at) VALUES (?, 'dead', ?)";
      await tx.$client.run(report, [dulse.id, testNow.toISOString()]);
      await tx.$client.run("UPDATE listings SET created_at = '2999-01-01' WHERE id IN (?, ?, ?)", [
        ...[kelp.id, dulse.id, wrack.id],
      ]);
    });
    const done = await team()(suspendListings, { since: "2999-01-01", ground, reason });
    expect(done).toEqual({ suspended: ["kelp", "dulse", "wrack"], next: null });
    const mails = (await latestMails(store.read, 5)).toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1));
    expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ["one@example.test", "2 listings are suspended (Slipway)"],
      ["two@example.test", "wrack is suspended (Slipway)"],
    ]);
    for (const text of ["has suspended kelp, dulse.", "kelp: There was no report.", "dulse: Visitors reported", reason])
      expect(mails[0]!.textBody).toContain(text);
    expect(mails[0]!.textBody).not.toContain("wrack");
    expect(mails[1]!.textBody).toContain(`/account/listings/${wrack.id}`);
  });

  test("409: a listing that is not live; no email", async () => {
    await make("scheduled");
    await expect(team()(suspendListing, { slug, ground, reason })).rejects.toMatchObject({ code: "state_conflict" });
    expect(await mail()).toBeUndefined();
  });
});

describe("reject", () => {
  for (const status of ["draft", "awaiting_badge", "scheduled"] as const)
    test(`${status}: rejected, and its free place is released`, async () => {
      const { email } = await make(status, { launchWeek: "2026-W50" });
      await team()(rejectListing, { slug, ground, reason });
      expect(await standing()).toMatchObject({ status: "rejected", plan: "none", launchWeek: null });
      expect(await mail()).toMatchObject({ recipient: email, textBody: expect.stringContaining(reason) });
    });
  test("a paid launch stays paid and resumes when the listing is restored", async () => {
    await make("scheduled", { plan: "paid", launchWeek: "2026-W50" });
    await team()(rejectListing, { slug, ground, reason });
    expect(await standing()).toMatchObject({ status: "rejected", plan: "paid", launchWeek: "2026-W50" });
    expect(await team()(restoreListing, { slug })).toEqual({ slug, status: "scheduled" });
  });
  test("restored in its launch week: a paid launch goes live at once", async () => {
    await make("rejected", { plan: "paid", launchWeek: "2026-W47" });
    expect(await team()(restoreListing, { slug })).toEqual({ slug, status: "live" });
    expect(await standing()).toMatchObject({ status: "live", plan: "paid", launchWeek: "2026-W47" });
  });
  test("409: a live listing", async () => {
    await make("live");
    await expect(team()(rejectListing, { slug, ground, reason })).rejects.toMatchObject({ code: "state_conflict" });
  });
});

describe("restore", () => {
  test("a suspended listing is live again, and a rejected one is a draft without a plan", async () => {
    await make("suspended");
    expect(await team()(restoreListing, { slug })).toEqual({ slug, status: "live" });
    expect((await mail())!.textBody).toContain("It is now public.");
    await ownedListing(store, "wrack", { status: "rejected", plan: "none" });
    expect(await team()(restoreListing, { slug: "wrack" })).toEqual({ slug: "wrack", status: "draft" });
  });
  test("409: any other listing", async () => {
    await make("live");
    await expect(team()(restoreListing, { slug })).rejects.toMatchObject({ code: "state_conflict" });
  });
});

const decisions: [string, (call: ReturnType<typeof team>) => Promise<unknown>][] = [
  ["suspend", (call) => call(suspendListing, { slug, ground, reason })],
  ["reject", (call) => call(rejectListing, { slug, ground, reason })],
  ["restore", (call) => call(restoreListing, { slug })],
];
for (const [name, decide] of decisions) {
  test(`403: ${name} by the owner, who is not in the team`, async () => {
    const { account } = await make("live");
    const owner = teamCaller(store, site, { accountId: account.id, role: "member" });
    await expect(decide(owner)).rejects.toMatchObject({ code: "forbidden" });
    await expect(owner(findListings, {})).rejects.toMatchObject({ code: "forbidden" });
  });
  test(`404: ${name} a listing of another site`, async () => {
    await make("live");
    await expect(decide(team(dev))).rejects.toMatchObject({ code: "not_found" });
  });
}
