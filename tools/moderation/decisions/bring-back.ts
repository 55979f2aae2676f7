import { changeStatus } from "#db/queries/listings/listing-status.ts";
import { refundedMeanwhile, resumePaidLaunch } from "#db/queries/orders/purchased-listing.ts";
import type { JudgedListing } from "#db/queries/sites/team-lists.ts";
import type { Tx } from "#db/store/store.ts";

export const restored = ["live", "scheduled", "draft"] as const;
type Restored = (typeof restored)[number];

/** Takes back a suspension, which makes the listing live again, or a rejection; answers what it is now. */
export async function bringBack(tx: Tx, listing: JudgedListing, now: Date): Promise<Restored> {
  const refunded = await refundedMeanwhile(tx, listing);
  const status = refunded ? "draft" : statusOf(listing);
  if (status === "scheduled") return resumePaidLaunch(tx, listing, now);
  // From a suspension all come back as what was public; a launch that is not paid any more ends there.
  const isTwoSteps = refunded !== null && listing.status === "suspended";
  if (isTwoSteps) await changeStatus(tx, listing, "live", null, now);
  await changeStatus(tx, isTwoSteps ? { ...listing, status: "live" } : listing, status, refunded, now);
  return status;
}

/** Who has paid keeps the launch; whoever was in the free queue has given up the place, and chooses anew. */
function statusOf({ status, plan, launchWeek }: JudgedListing): Restored {
  if (status === "suspended") return "live";
  return plan === "paid" && launchWeek !== null ? "scheduled" : "draft";
}

/** What a listing that is brought back is now, for its owners. */
export const restoredWords: Record<Restored, string> = {
  live: "It is public now.",
  scheduled: "It goes live in its launch week.",
  draft: "Choose a plan for its launch.",
};
