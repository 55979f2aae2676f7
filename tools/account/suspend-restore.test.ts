import { expect, test } from "bun:test";
import fc from "fast-check";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { saveBadgeCheck } from "#db/queries/listings/badge-checks.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { ListingStatus, Plan } from "#db/schema/vocabulary.ts";
import { addWeeks, dayMs, weekOf } from "#db/values/week.ts";
import { teamCaller } from "#test/support/clients/team.ts";
import { keyFor } from "#test/support/records/account.ts";
import { ownedListing } from "#test/support/records/owned-listing.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import { Problem } from "../core/errors/errors.ts";
import { jobsFor } from "../jobs.ts";
import chooseFreeListing from "../launches/free/choose-free-listing.ts";
import { applyBadgeCheck } from "../launches/jobs.ts";
import archiveListing from "../listings/owner/archive-listing.ts";
import unarchiveListing from "../listings/owner/unarchive-listing.ts";
import rejectListing from "../moderation/decisions/reject-listing.ts";
import restoreListing from "../moderation/decisions/restore-listing.ts";
import suspendListing from "../moderation/decisions/suspend-listing.ts";
import restoreAccount from "./restore-account.ts";
import suspendAccount from "./suspend-account.ts";

/** Whatever owners, time and the team do, a suspension and its lifting return statuses, plans and weeks by the rules. */

const places = 1;
const offset = 1;
const weeksAhead = 4;
const listing = fc.nat({ max: 8 });
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind("choose"), listing }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("badge"), listing, isFound: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("archive"), listing }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("unarchive"), listing }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("suspend"), listing }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("reject"), listing }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("restore"), listing }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("days"), days: fc.constantFrom(1, 3, 7, 15) }) },
);
const steps = fc.array(step, { maxLength: 12 });
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
interface Row {
  id: number;
  slug: string;
  status: ListingStatus;
  plan: Plan;
  week: string | null;
  launched: string | null;
}

const isHideable = ({ status }: Row) => status === "live" || status === "scheduled" || status === "awaiting_badge";
/** The facts that a suspension keeps. */
const kept = ({ slug, plan, week, launched }: Row) => [slug, plan, week, launched];

test("suspend and restore: statuses, plans and weeks follow the rules, weeks keep their capacity, nothing is lost", async () => {
  const seen = { hidden: 0, moved: 0, missed: 0, decided: 0 };
  await fc.assert(
    fc.asyncProperty(steps, steps, steps, async (before, meanwhile, after) => {
      const directory = await startDirectory();
      const { take, rows } = directory;
      try {
        for (const one of before) await take(one);
        const old = rows();
        await directory.suspend();
        const touched = new Map<number, "suspend" | "reject" | "restore">();
        for (const one of meanwhile) {
          const { kind } = one;
          if (kind === "suspend" || kind === "reject" || kind === "restore") {
            if (await take(one)) touched.set(one.listing, kind);
          } else if (kind === "days" || one.listing > 5) await take(one);
        }
        const hidden = rows();
        for (const [i, row] of hidden.slice(0, 6).entries())
          if (touched.get(i) === undefined || touched.get(i) === "suspend")
            expect([row.status, kept(row)]).toEqual([
              isHideable(old[i]!) ? "suspended" : old[i]!.status,
              kept(old[i]!),
            ]);
        await directory.restore();
        const restored = rows();
        const [current, full] = [directory.week(), directory.fullWeeks()];
        for (const [i, row] of restored.slice(0, 6).entries()) {
          const was = old[i]!;
          if (touched.has(i) || !isHideable(was)) {
            expect(row).toEqual(hidden[i]!);
            seen.decided += Number(touched.get(i) === "suspend");
            continue;
          }
          seen.hidden++;
          if (was.launched !== null) expect(row).toEqual(was);
          else if (was.plan === "paid") {
            const week = was.week! < current ? addWeeks(current, 1) : was.week!;
            seen.missed += Number(was.week! < current);
            expect([row.status, row.plan, row.week]).toEqual([week === current ? "live" : "scheduled", "paid", week]);
          } else {
            seen.moved += Number(row.week !== was.week);
            expect([row.status, row.plan]).toEqual([was.status, "free"]);
            for (let week = addWeeks(current, offset), n = 0; n < weeksAhead && week !== row.week; n++) {
              expect([row.slug, week, full.has(week)]).toEqual([row.slug, week, true]);
              week = addWeeks(week, 1);
            }
          }
        }
        for (const one of after) await take(one);
      } finally {
        await directory.stop();
      }
    }),
    { seed: 33, numRuns: 25 },
  );
  // The runs reach all cases.
  expect(Object.values(seen).every((count) => count > 0)).toBe(true);
}, 120_000);

/** Listings 0 to 5 belong to the account that is suspended, the others to another account. */
async function startDirectory() {
  const store = emptyStore();
  let clock = testNow;
  const freeQueue = { placesPerWeek: places, firstWeekOffset: offset, weeksAhead };
  await store.write((tx) => addSite(tx, "main", { freeQueue }));
  const [site] = await allSites(store.read);
  const { account: admin } = await keyFor(store, { email: "admin@example.test" });
  await store.write((tx) => updateAccount(tx, admin.id, { role: "admin" }, testNow));
  const ids: number[] = [];
  const accounts: number[] = [];
  for (let i = 0; i < 9; i++) {
    const facts =
      i === 3 || i === 4
        ? { status: "scheduled" as const, plan: "paid" as const, launchWeek: `2026-W${45 + i}` }
        : i === 5 && {
            status: "live" as const,
            plan: "free" as const,
            launchWeek: "2026-W44",
            launchedAt: "2026-10-26",
          };
    const made = await ownedListing(store, `listing-${i}`, {
      email: i < 6 ? "a@example.test" : "b@example.test",
      ...facts,
    });
    ids.push(made.id);
    accounts.push(made.account.id);
  }
  const applied = jobsFor({} as never).filter(({ kind }) => kind === "settle-badge");
  const periodic = scheduled("week-rollover", "place-waiting-listings");
  const jobs = startTestJobs({ store, now: () => clock, jobs: [...periodic, ...applied] });
  const team = (operation: any, input: object) =>
    teamCaller(store, site!, { now: clock, accountId: admin.id })(operation, input as never);
  const all = <Result>(sql: string) => store.read.$client.query<Result, []>(sql).all();
  const rows = () =>
    all<Row>(`SELECT id, slug, status, plan, launch_week AS week, launched_at AS launched FROM listings ORDER BY id`);
  const taken = () =>
    all<{ week: string; count: number }>(`SELECT launch_week AS week, count(*) AS count FROM listings
      WHERE plan = 'free' AND launch_week IS NOT NULL AND status IN ('scheduled', 'awaiting_badge', 'live') GROUP BY 1`);

  async function perform(one: Step): Promise<void> {
    if (one.kind === "days") {
      clock = new Date(clock.getTime() + one.days * dayMs);
      return;
    }
    const [listing_id, slug] = [ids[one.listing]!, `listing-${one.listing}`];
    const owner = (operation: any) =>
      teamCaller(store, site!, { now: clock, accountId: accounts[one.listing]!, role: "member" })(operation, {
        listing_id,
      } as never);
    const statement = { slug, ground: "dead", reason: "Nothing answers." };
    if (one.kind === "choose") await owner(chooseFreeListing);
    if (one.kind === "archive") await owner(archiveListing);
    if (one.kind === "unarchive") await owner(unarchiveListing);
    if (one.kind === "suspend") await team(suspendListing, statement);
    if (one.kind === "reject") await team(rejectListing, statement);
    if (one.kind === "restore") await team(restoreListing, { slug });
    if (one.kind === "badge")
      await store.write(async (tx) => {
        const fault = one.isFound ? null : ("absent" as const);
        await saveBadgeCheck(
          tx,
          listing_id,
          { isFound: one.isFound, fault, detail: null, isMiss: !one.isFound },
          clock,
        );
        await enqueue(tx, applyBadgeCheck.request({ listingId: listing_id }, clock), clock);
      });
  }

  return {
    rows,
    week: () => weekOf(clock),
    fullWeeks: () => new Set(taken().flatMap(({ week, count }) => (count >= places ? [week] : []))),
    suspend: () => team(suspendAccount, { email: "a@example.test", reason: "Ten copies." }),
    restore: () => team(restoreAccount, { email: "a@example.test", reason: "A mistake." }),
    /** Returns false if the rules refuse the action, which then changes nothing. */
    async take(one: Step): Promise<boolean> {
      clock = new Date(clock.getTime() + 60_000);
      await jobs.drain();
      const before = rows();
      const isDone = await perform(one).then(
        () => true,
        (error) => {
          if (!(error instanceof Problem)) throw error;
          expect(rows()).toEqual(before);
          return false;
        },
      );
      await jobs.drain();
      expect(rows().map(({ slug }) => slug)).toEqual(before.map(({ slug }) => slug));
      for (const { week, count } of taken()) expect([week, count <= places]).toEqual([week, true]);
      return isDone;
    },
    async stop() {
      await jobs.stop();
      await store.close();
    },
  };
}
