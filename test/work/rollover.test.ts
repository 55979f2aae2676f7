import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import type { JobRunner } from "#bridge/jobs/runner.ts";
import { openSandbox } from "#db/queries/accounts/sandbox.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { addWeeks, startOfWeek } from "#db/values/week.ts";
import { ownedListing } from "../support/records/owned-listing.ts";
import { addListing, addSite, addVotes } from "../support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "../support/server/harness.ts";
import { startTestJobs } from "../support/server/jobs.ts";
import { scheduled } from "../support/server/scheduled.ts";

let server: TestServer;
let clock: Date;
let jobs: JobRunner;
const rollover = scheduled("week-rollover", "month-rollover");

beforeEach(async () => {
  clock = testNow;
  const store = emptyStore();
  await store.write((tx) =>
    addSite(tx, "main", { freeQueue: { placesPerWeek: 2, firstWeekOffset: 1, weeksAhead: 2 } }),
  );
  server = await startTestServer({ store, now: () => clock });
  // No job checks websites here; the tests save the results of badge checks.
  jobs = startTestJobs({ store, now: () => clock, jobs: rollover });
});
afterEach(async () => {
  await jobs.stop();
  await server.stop();
});

const goTo = async (week: string) => {
  clock = startOfWeek(week)!;
  await jobs.drain();
};

async function queued(slug: string, { hasBadge = true, hasProfile = true } = {}) {
  const owned = await ownedListing(server.store, slug, { hasProfile });
  const { body } = await server.as(owned.key).over("REST", "choose_free_listing", { listing_id: owned.id });
  if (hasBadge) {
    const found = { isFound: true, fault: null, detail: null, isMiss: false };
    await server.store.write((tx) => saveBadgeCheck(tx, owned.id, found, clock));
  }
  return { ...owned, week: body.launch_week as string | null };
}
const countLive = "SELECT count(*) AS n FROM listings WHERE status = 'live'";
const state = async ({ id, key }: { id: number; key: string }) => {
  const { status, launch_week } = (await server.as(key).call("get_my_listing", { listing_id: id })).body;
  return [status, launch_week];
};
/** Without the emails about the choice of the plan. */
const subjects = async () =>
  (await server.mails())
    .map(({ recipient, subject }) => `${recipient}: ${subject}`)
    .filter((subject) => !subject.includes("has a free launch"));
const opened = async () =>
  (await changesOf(server.store.read, "site:1", 50)).filter(({ action }) => action === "open_week");

test("week by week: complete listings go live, others keep their week until it ends, those without a week get one", async () => {
  await goTo("2026-W47");
  const complete = await queued("complete");
  const badgeless = await queued("badgeless", { hasBadge: false });
  const faceless = await queued("faceless", { hasProfile: false });
  const second = await queued("second", { hasBadge: false });
  const weekless = await queued("weekless");
  expect([complete, badgeless, faceless, second, weekless].map(({ week }) => week)).toEqual([
    "2026-W48",
    "2026-W48",
    "2026-W49",
    "2026-W49",
    null,
  ]);

  await goTo("2026-W48");
  expect(await state(complete)).toEqual(["live", "2026-W48"]);
  expect((await server.call("get_listing", { slug: "complete" })).body.launch_week).toBe("2026-W48");
  expect((await server.call("search_listings", { q: "complete" })).body.items).toHaveLength(1);
  expect(await state(badgeless)).toEqual(["awaiting_badge", "2026-W48"]);
  // W49 is full, and the queue reaches W50 now.
  expect(await state(weekless)).toEqual(["awaiting_badge", "2026-W50"]);
  const began = "badgeless@example.test: badgeless cannot go live yet, although its launch week has begun (main)";
  expect((await subjects()).sort()).toEqual([
    began,
    "complete@example.test: complete is live (main)",
    "weekless@example.test: weekless has a place in the launch week of 7 December 2026 (main)",
  ]);
  const [mail] = (await server.mails()).filter(({ recipient }) => recipient === badgeless.email);
  expect(mail!.textBody).toContain("The badge is not on the product's website.");
  expect(mail!.textBody).toContain("will go live during this week as soon as everything is complete");

  await goTo("2026-W49");
  expect(await state(faceless)).toEqual(["awaiting_badge", "2026-W49"]);
  expect(await state(second)).toEqual(["awaiting_badge", "2026-W49"]);
  expect(await state(badgeless)).toEqual(["awaiting_badge", "2026-W50"]);
  expect((await subjects()).filter((subject) => subject.startsWith("badgeless")).sort()).toEqual([
    began,
    "badgeless@example.test: badgeless moves to the launch week of 7 December 2026 (main)",
  ]);
  await goTo("2026-W50");
  expect(await state(faceless)).toEqual(["awaiting_badge", "2026-W51"]);
  expect(await state(second)).toEqual(["awaiting_badge", "2026-W51"]);
  expect(await state(weekless)).toEqual(["live", "2026-W50"]);
  expect((await opened()).map(({ after }) => after.week)).toEqual(["2026-W50", "2026-W49", "2026-W48", "2026-W47"]);
});

test("a repeat, and two processes at once: no further change, audit entry or email", async () => {
  await goTo("2026-W47");
  const complete = await queued("complete");
  const late = await queued("late", { hasBadge: false });
  clock = startOfWeek("2026-W48")!;
  const other = startTestJobs({ store: server.store, now: () => clock, jobs: rollover });
  await Promise.all([jobs.drain(), other.drain()]);
  await server.store.write(async (tx) => {
    await enqueue(tx, { kind: "week-rollover", key: "by hand" }, clock);
  });
  await Promise.all([jobs.drain(), other.drain()]);
  await other.stop();
  expect([await state(complete), await state(late)]).toEqual([
    ["live", "2026-W48"],
    ["awaiting_badge", "2026-W48"],
  ]);
  expect(await opened()).toHaveLength(2);
  expect(await subjects()).toHaveLength(2);
});

test("a repeat in the same week: a scheduled listing that lost its profile is recorded, and its owner is notified once", async () => {
  await goTo("2026-W48");
  const { id, key } = await ownedListing(server.store, "faceless", {
    status: "scheduled",
    plan: "free",
    launchWeek: "2026-W48",
    hasProfile: false,
  });
  for (const key of ["first repeat", "second repeat"]) {
    await server.store.write(async (tx) => enqueue(tx, { kind: "week-rollover", key }, clock));
    await jobs.drain();
  }
  expect(await state({ id, key })).toEqual(["awaiting_badge", "2026-W48"]);
  const [repeat, first, ...others] = await opened();
  expect(others).toEqual([]);
  expect([first, repeat].map((entry) => entry!.after.kept)).toEqual([[], [id]]);
  expect(repeat!.subjects).toContain(`listing:${id}`);
  expect(await subjects()).toEqual([
    "faceless@example.test: faceless cannot go live yet, although its launch week has begun (main)",
  ]);
});

test("after a month of downtime: every week is closed with its awards, and due listings launch once", async () => {
  await goTo("2026-W47");
  const due = await queued("due");
  const late = await queued("late", { hasBadge: false });
  await server.store.write(async (tx) => {
    for (const week of ["2026-W47", "2026-W48", "2026-W50"]) {
      const id = await addListing(tx, 1, `voted-${week.toLowerCase()}`, { launchWeek: week });
      await addVotes(tx, 1, id, week, 3);
    }
  });
  await goTo("2027-W01");
  expect(await state(due)).toEqual(["live", "2026-W48"]);
  expect(await state(late)).toEqual(["awaiting_badge", addWeeks("2027-W01", 1)]);
  const { items } = (await server.call("list_awards", {})).body;
  const weeks = items.map(({ week }: { week: string | null }) => week).filter((week: string | null) => week !== null);
  expect(weeks.sort()).toEqual(["2026-W47", "2026-W48", "2026-W50"]);
  const closed = (await changesOf(server.store.read, "site:1", 50)).filter(({ action }) => action === "close_week");
  expect(closed.map(({ after }) => after.week)).toContain("2026-W50");
  await goTo("2027-W01");
  expect(await opened()).toHaveLength(2);
});

test("after a downtime of months: each missed month gets its awards", async () => {
  await goTo("2026-W47");
  await server.store.write(async (tx) => {
    const id = await addListing(tx, 1, "steady");
    for (const month of ["2026-11", "2026-12", "2027-01"]) await addVotes(tx, 1, id, month, 3);
  });
  await goTo("2027-W06");
  const { items } = (await server.call("list_awards", {})).body;
  expect(items.map((award: any) => award.month).sort()).toEqual(["2026-11", "2026-12", "2027-01"]);
});

test("a paid launch needs neither badge nor profile", async () => {
  await goTo("2026-W47");
  const paid = await ownedListing(server.store, "paid", {
    status: "scheduled",
    plan: "paid",
    launchWeek: "2026-W48",
    hasProfile: false,
  });
  await goTo("2026-W48");
  expect(await state(paid)).toEqual(["live", "2026-W48"]);
});

test("a sandbox rolls over too, without emails", async () => {
  const twin = await server.store.write(async (tx) => openSandbox(tx, (await allSites(tx))[0]!, testNow));
  await goTo("2026-W47");
  const more = { siteId: twin, status: "awaiting_badge", plan: "free", launchWeek: "2026-W48" } as const;
  const { id } = await ownedListing(server.store, "tried", more);
  await goTo("2026-W48");
  await goTo("2026-W49");
  const [row] = server.store.read.$client.query("SELECT launch_week FROM listings WHERE id = ?").values(id);
  expect(row).toEqual(["2026-W50"]);
  expect(await subjects()).toEqual([]);
});

test("a rollover with many listings: this process still answers, from the state before it", async () => {
  await goTo("2026-W47");
  await server.store.write(async (tx) => {
    for (let i = 0; i < 400; i++)
      await addListing(tx, 1, `product-${i}`, { status: "scheduled", plan: "paid", launchWeek: "2026-W48" });
  });
  // Every row seems slow, so that a fast machine yields to the event loop too.
  let passedMs = 0;
  const stopwatch = spyOn(performance, "now").mockImplementation(() => {
    passedMs += 5;
    return passedMs;
  });
  let isOpen = false;
  const opening = goTo("2026-W48").finally(() => {
    isOpen = true;
  });
  const seen: number[] = [];
  while (!isOpen) {
    seen.push(server.store.read.$client.query<{ n: number }, []>(countLive).get()!.n);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stopwatch.mockRestore();
  await opening;
  expect(seen.filter((count) => count === 0).length).toBeGreaterThan(100);
  expect(seen.filter((count) => count !== 0 && count !== 400)).toEqual([]);
  expect((await server.call("get_site_info", {})).body.counts.listings).toBe(400);
});
