import { enqueue } from "#db/queries/common/jobs.ts";
import { changeStatus, changeStatuses, type StatusRow } from "#db/queries/listings/listing-status.ts";
import { forgetHidden, saveHidden } from "#db/queries/moderation/hidden-listings.ts";
import { refundedMeanwhile, resumePaidLaunch, setPlan } from "#db/queries/orders/purchased-listing.ts";
import type { JudgedListing } from "#db/queries/sites/team-lists.ts";
import type { HideableStatus } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { applyBadgeCheck } from "../../launches/jobs.ts";
import { nextFreePlace } from "../../launches/shared/launch-state.ts";

export const restored = ["live", "scheduled", "awaiting_badge", "draft"] as const;
export type Restored = (typeof restored)[number];

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
 * Returns a hidden listing to its former status. A free launch gets the next free place. A paid launch whose week has
 * passed gets the whole next week.
 */
export async function showListing(
  tx: Tx,
  listing: Omit<JudgedListing, "isHidden" | "mergedInto" | "statusChangedAt"> & { hiddenAs: HideableStatus },
  now: Date,
): Promise<{ status: Restored; launch_week: string | null }> {
  const { id, plan, launchedAt, hiddenAs } = listing;
  await forgetHidden(tx, id);
  const current = weekOf(now);
  const refunded = await refundedMeanwhile(tx, listing);
  let status: Restored = refunded === null ? hiddenAs : "draft";
  let launch_week = listing.launchWeek;
  if (status === "scheduled" && plan === "paid") {
    if (launch_week === null || launch_week < current) launch_week = addWeeks(current, 1);
    await setPlan(tx, id, "paid", launch_week, now);
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
