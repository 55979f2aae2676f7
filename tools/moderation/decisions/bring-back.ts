import { changeStatus } from "#db/queries/listings/listing-status.ts";
import { hiddenStatus } from "#db/queries/moderation/hidden-listings.ts";
import { refundedMeanwhile, resumePaidLaunch } from "#db/queries/orders/purchased-listing.ts";
import type { JudgedListing } from "#db/queries/sites/team-lists.ts";
import type { Tx } from "#db/store/store.ts";
import { type Restored, showListing } from "../shared/hidden-listings.ts";

export async function bringBack(tx: Tx, listing: JudgedListing, now: Date): Promise<Restored> {
  const hidden = listing.status === "suspended" ? await hiddenStatus(tx, listing.id) : null;
  if (hidden) return (await showListing(tx, { ...listing, hiddenAs: hidden.status }, now)).status;
  const refunded = await refundedMeanwhile(tx, listing);
  const status = refunded ? "draft" : statusOf(listing);
  if (status === "scheduled") return resumePaidLaunch(tx, listing, now);
  await changeStatus(tx, listing, status, refunded, now);
  return status;
}

/** A paid launch is kept. A free listing has lost its place in the queue, so its owner has to choose a plan again. */
function statusOf({ status, plan, launchWeek }: JudgedListing): Restored {
  if (status === "suspended") return "live";
  return plan === "paid" && launchWeek !== null ? "scheduled" : "draft";
}

export const restoredWords: Record<Restored, string> = {
  live: "It is now public.",
  scheduled: "It will go live in its launch week.",
  awaiting_badge: "It has a place in the free queue and will launch when its badge is found.",
  draft: "Choose a plan for its launch.",
};
