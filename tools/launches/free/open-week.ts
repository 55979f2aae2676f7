import * as z from "zod";
import type { Subject } from "#db/queries/common/audit-log.ts";
import { freePlaces, setLaunchWeeks } from "#db/queries/launches/free-places.ts";
import { calendarOf, type DueListing, reachedBy, setOpenedWeek } from "#db/queries/launches/launch-due.ts";
import { changeStatuses } from "#db/queries/listings/listing-status.ts";
import { sandboxOf } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import { addWeeks } from "#db/values/week.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { rolledOn, weekBegan } from "../launch-mails.ts";
import { freeWeeks } from "../shared/free-rules.ts";
import { goLive } from "../shared/go-live.ts";
import { withCompleteProfile } from "../shared/launch-state.ts";
import { placeWaiting } from "./place-waiting-listings.ts";

const weekById = z.record(z.string(), z.string().nullable());
const moves = z.strictObject({
  launched: z.array(z.int()),
  kept: z.array(z.int()).describe("Listings that cannot go live yet but keep their place in the week"),
  rolled_on: weekById.describe("The new week of each listing, by listing id"),
  placed: weekById.describe("Week by listing id, for listings that had none"),
});
type Moves = z.output<typeof moves>;

/** Incomplete listings in this week keep their place until the week ends. Listings of older weeks are moved. */
export default defineOperation({
  name: "open_week",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    week: z.string().meta({ description: "ISO 8601 week that has begun", example: "2026-W48" }),
  }),
  output: moves,
  async run(context, { week }) {
    const { site } = context;
    return async (tx, record) => {
      const moves: Moves = { launched: [], kept: [], rolled_on: {}, placed: {} };
      const { openedWeek } = await calendarOf(tx, site.id);
      const isNew = openedWeek !== week;
      for (const siteId of [site.id, await sandboxOf(tx, site.id)])
        if (siteId !== null) await openFor(tx, siteId, { week, isNew }, context, moves);
      const { launched, kept, rolled_on, placed } = moves;
      const listings = [...launched, ...kept, ...Object.keys(rolled_on), ...Object.keys(placed)];
      if (!isNew && listings.length === 0) return moves;
      await setOpenedWeek(tx, site.id, week);
      record({
        subjects: [`site:${site.id}`, ...listings.map((id): Subject => `listing:${id}`)],
        before: { week: openedWeek },
        after: { week, ...moves },
      });
      return moves;
    };
  },
});

async function openFor(
  tx: Tx,
  siteId: number,
  { week, isNew }: { week: string; isNew: boolean },
  context: CallContext,
  moves: Moves,
): Promise<void> {
  const { site, now } = context;
  const { freeQueue, storyRules } = siteRules(site.settings);
  const weeks = freeWeeks(now, freeQueue);
  const yieldToEventLoop = yieldsToEventLoop();
  const ready: DueListing[] = [];
  const waiting: { listing: DueListing; lacks: string }[] = [];
  const reached = await reachedBy(tx, siteId, week);
  const companyIds = reached.map(({ companyId }) => companyId);
  const owned = await withCompleteProfile(tx, companyIds, storyRules);
  for (const listing of reached) {
    await yieldToEventLoop();
    const lacks = lacking(listing, owned.has(listing.companyId));
    if (lacks === "") ready.push(listing);
    else waiting.push({ listing, lacks });
  }
  if (ready.length > 0) await goLive(tx, context, ready);
  moves.launched.push(...ready.map(({ id }) => id));
  const withdrawn: DueListing[] = [];
  const late = waiting.filter(({ listing }) => listing.launchWeek !== week);
  for (const { listing, lacks } of waiting) {
    if (listing.launchWeek !== week) continue;
    await yieldToEventLoop();
    // If the job runs again, owners who are already waiting for their badge are not notified again.
    if (listing.status === "scheduled") withdrawn.push(listing);
    else if (!isNew) continue;
    moves.kept.push(listing.id);
    await notifyOwners(tx, context, listing, weekBegan(listing, week, lacks));
  }
  // These listings lost their place, so they may get an earlier week than new listings can.
  const nextPlaces = await freePlaces(tx, siteId, { ...weeks, from: addWeeks(week, 1) });
  const nextWeeks = new Map(late.map(({ listing }) => [listing.id, nextPlaces.next()]));
  await setLaunchWeeks(tx, nextWeeks);
  for (const { listing, lacks } of late) {
    await yieldToEventLoop();
    const next = nextWeeks.get(listing.id)!;
    if (listing.status === "scheduled") withdrawn.push({ ...listing, launchWeek: next });
    moves.rolled_on[listing.id] = next;
    await notifyOwners(tx, context, listing, rolledOn(listing, next, lacks));
  }
  await changeStatuses(tx, withdrawn, "awaiting_badge", null, now);
  // Listings that have just been moved are notified above.
  for (const [id, next] of await placeWaiting(tx, context, siteId, ({ id }) => !(id in moves.rolled_on)))
    if (!(id in moves.rolled_on)) moves.placed[id] = next;
}

/**
 * What a listing still needs before it can launch, or empty text. A scheduled listing may be in its badge's grace
 * period.
 */
function lacking(listing: DueListing, hasProfile: boolean): string {
  if (listing.plan === "paid") return "";
  const lacks =
    listing.hasBadge || listing.status === "scheduled" ? [] : ["The badge is not on the product's website."];
  if (!hasProfile) lacks.push("The founder profile is not complete.");
  if (listing.awaitsReview) lacks.push("The team has not finished its review of the listing.");
  return lacks.join(" ");
}
