import * as z from "zod";
import type { Subject } from "#db/queries/common/audit-log.ts";
import { enqueueAll } from "#db/queries/common/jobs.ts";
import { freePlaces, setLaunchWeeks } from "#db/queries/launches/free-places.ts";
import { type DueListing, placeable } from "#db/queries/launches/launch-due.ts";
import { sandboxOf } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { yieldsToEventLoop } from "#db/store/yield-to-event-loop.ts";
import { weekOf } from "#db/values/week.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { siteRules } from "../../site/shared/rules.ts";
import { applyBadgeCheck } from "../jobs.ts";
import { placeFound } from "../launch-mails.ts";
import { freeWeeks } from "../shared/free-rules.ts";
import { goLive } from "../shared/go-live.ts";
import { newSince } from "../shared/launch-state.ts";

/**
 * Gives free places to listings that had to wait, because all weeks were full or the owner's account was new. Complete
 * listings of later weeks also move to places that come back, for example after a bulk suspension.
 */
export default defineOperation({
  name: "place_waiting_listings",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ placed: z.record(z.string(), z.string()) }),
  async run(context) {
    const { site } = context;
    return async (tx, record) => {
      const placed: Record<string, string> = {};
      for (const siteId of [site.id, await sandboxOf(tx, site.id)])
        if (siteId !== null) Object.assign(placed, Object.fromEntries(await placeWaiting(tx, context, siteId)));
      const [first, ...others] = Object.keys(placed).map((id): Subject => `listing:${id}`);
      if (first) record({ subjects: [first, ...others], after: { placed } });
      return { placed };
    };
  },
});

/** Places the listings of a site that have no week or can launch earlier, and returns their weeks. */
export async function placeWaiting(
  tx: Tx,
  context: CallContext,
  siteId: number,
  isNotified: (listing: DueListing) => boolean = () => true,
): Promise<Map<number, string>> {
  const { site, now } = context;
  const placed = new Map<number, string>();
  const weeks = freeWeeks(now, siteRules(site.settings).freeQueue);
  const waiting = await placeable(tx, siteId, newSince(now), weeks.from);
  if (waiting.length === 0) return placed;
  const places = await freePlaces(tx, siteId, weeks);
  const yieldToEventLoop = yieldsToEventLoop();
  const complete: number[] = [];
  const launched: DueListing[] = [];
  let next = places.next();
  for (const listing of waiting) {
    await yieldToEventLoop();
    if (next === null) break;
    if (listing.launchWeek !== null && listing.launchWeek <= next) continue;
    placed.set(listing.id, next);
    // The week has already begun, so nothing else would launch a listing that lacks nothing.
    const isLaunched = listing.status === "scheduled" && next === weekOf(now);
    if (isLaunched) launched.push({ ...listing, launchWeek: next });
    if (listing.status === "awaiting_badge" && listing.hasBadge) complete.push(listing.id);
    if (!isLaunched && isNotified(listing)) await notifyOwners(tx, context, listing, placeFound(listing, next));
    next = places.next();
  }
  await setLaunchWeeks(tx, placed);
  if (launched.length > 0) await goLive(tx, context, launched);
  const jobs = complete.map((listingId) => applyBadgeCheck.request({ listingId }, now));
  await enqueueAll(tx, jobs, now);
  return placed;
}
