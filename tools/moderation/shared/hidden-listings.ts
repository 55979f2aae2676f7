import { enqueue } from "#db/queries/common/jobs.ts";
import { changeStatus, changeStatuses, type StatusRow } from "#db/queries/listings/listing-status.ts";
import { forgetHidden, hiddenListingsOf, hiddenStatus, saveHidden } from "#db/queries/moderation/hidden-listings.ts";
import { refundedMeanwhile, resumePaidLaunch, setPlan } from "#db/queries/orders/purchased-listing.ts";
import type { JudgedListing } from "#db/queries/sites/team-lists.ts";
import type { Tx } from "#db/store/store.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { applyBadgeCheck } from "../../launches/jobs.ts";
import { nextFreePlace } from "../../launches/shared/launch-state.ts";

export const restored = ["live", "scheduled", "awaiting_badge", "draft"] as const;
type Restored = (typeof restored)[number];

export const restoredWords: Record<Restored, string> = {
  live: "It is now public.",
  scheduled: "It will go live in its launch week.",
  awaiting_badge: "It is in the free queue again. Its page shows what is missing for the launch.",
  draft: "Choose a plan for its launch.",
};

const hiddenMessage = "An account that manages this listing is suspended.";

/** Hides the listings of a suspended account. Places in launch weeks become free, because only the status holds them. */
export async function hideListings(tx: Tx, listings: readonly StatusRow[], now: Date): Promise<void> {
  const ids = listings.map(({ id }) => id);
  await saveHidden(tx, ids, now);
  for (const site of new Set(listings.map(({ siteId }) => siteId))) {
    const there = listings.filter(({ siteId }) => siteId === site);
    await changeStatuses(tx, there, "suspended", hiddenMessage, now);
  }
}

/**
 * Returns a suspended, rejected or hidden listing to its former status. A hidden free launch gets the next free place,
 * and a hidden paid launch whose week has passed gets the whole next week. A rejected free launch has left the queue, so
 * its owner has to choose a plan again.
 */
export async function bringBack(
  tx: Tx,
  listing: Omit<JudgedListing, "isHidden" | "mergedInto" | "statusChangedAt">,
  now: Date,
): Promise<{ status: Restored; launch_week: string | null }> {
  const { id, plan, launchedAt } = listing;
  const current = weekOf(now);
  const isSuspended = listing.status === "suspended";
  const hidden = isSuspended ? await hiddenStatus(tx, id) : null;
  const refunded = await refundedMeanwhile(tx, listing);
  let launch_week = listing.launchWeek;
  let status: Restored = plan === "paid" && launch_week !== null ? "scheduled" : "draft";
  if (isSuspended) status = hidden?.status ?? "live";
  if (refunded !== null) status = "draft";
  if (hidden) await forgetHidden(tx, id);
  if (status === "scheduled" && plan === "paid") {
    if (hidden && (launch_week === null || launch_week < current)) launch_week = addWeeks(current, 1);
    await setPlan(tx, id, plan, launch_week, now);
    return { status: await resumePaidLaunch(tx, { ...listing, launchWeek: launch_week }, now), launch_week };
  }
  if (launchedAt === null && (status === "scheduled" || status === "awaiting_badge")) {
    launch_week = await nextFreePlace(tx, listing, now);
    // If the week has already begun, the badge check launches the listing.
    if (launch_week === current) status = "awaiting_badge";
  }
  await changeStatus(tx, { ...listing, launchWeek: launch_week }, status, refunded, now);
  if (status === "awaiting_badge") await enqueue(tx, applyBadgeCheck.request({ listingId: id }, now), now);
  return { status, launch_week };
}

/** Brings back the hidden listings of an account that no suspension or decision hides any more. */
export async function showListings(tx: Tx, accountId: number, now: Date) {
  const hidden = await hiddenListingsOf(tx, accountId);
  const mayBeShown = hidden.filter(({ isDecided, hasSuspendedOwner }) => !isDecided && !hasSuspendedOwner);
  const shown = [];
  for (const listing of mayBeShown) shown.push({ ...listing, ...(await bringBack(tx, listing, now)) });
  return { shown, kept: hidden.filter((listing) => !mayBeShown.includes(listing)) };
}
