import type { Subject } from "#db/queries/common/audit-log.ts";
import { freePlaces, placeOf, setLaunchWeeks } from "#db/queries/launches/free-places.ts";
import { waitingInWeeks } from "#db/queries/launches/launch-due.ts";
import type { Tx } from "#db/store/store.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { siteOfListing } from "../../listings/shared/own-listing.ts";
import { movedBack } from "../launch-mails.ts";
import { freeWeeks } from "../shared/free-rules.ts";
import { rulesOfSite, withCompleteProfile } from "../shared/launch-state.ts";

/**
 * Gives a listing that has the badge and a complete profile the place that it would have without listings that lack
 * them. If this week is full, the incomplete listing that was queued last moves to the next free place. A listing that
 * lacks only the team's review keeps its week. The current week never changes. Returns the listing that moved back, if
 * any.
 */
export async function takeEarlierPlace(
  tx: Tx,
  context: CallContext,
  { id, siteId }: { id: number; siteId: number },
): Promise<Subject[]> {
  const { now } = context;
  const { freeQueue, storyRules } = await rulesOfSite(tx, siteId);
  const { launchWeek, queuedAt } = (await placeOf(tx, id))!;
  const weeks = freeWeeks(now, freeQueue);
  const earliest = addWeeks(weekOf(new Date(queuedAt ?? now)), freeQueue.firstWeekOffset);
  const from = [earliest, addWeeks(weekOf(now), 1)].sort().at(-1)!;
  const before = launchWeek ?? addWeeks(weeks.until, 1);
  const open = (await freePlaces(tx, siteId, { ...weeks, from })).next();
  const waiting = await waitingInWeeks(tx, siteId, from, before);
  const withBadge = waiting.filter(({ hasBadge }) => hasBadge).map(({ companyId }) => companyId);
  const complete = await withCompleteProfile(tx, withBadge, storyRules);
  const other = waiting.find(({ companyId }) => !complete.has(companyId));
  if (open !== null && open < before && (!other || open <= other.launchWeek!)) {
    await setLaunchWeeks(tx, new Map([[id, open]]));
    return [];
  }
  if (!other) return [];
  const week = other.launchWeek!;
  await setLaunchWeeks(tx, new Map([[id, null]]));
  const next = (await freePlaces(tx, siteId, { ...weeks, from: addWeeks(week, 1) })).next();
  await setLaunchWeeks(tx, new Map([[other.id, next]]));
  await setLaunchWeeks(tx, new Map([[id, week]]));
  const home = await siteOfListing(tx, context, other);
  await notifyOwners(tx, { ...context, ...home }, other, movedBack(other, next));
  return [`listing:${other.id}`];
}
