import { changeStatus } from "#db/queries/listings/listing-status.ts";
import { refundedMeanwhile, resumePaidLaunch } from "#db/queries/orders/purchased-listing.ts";
import type { JudgedListing } from "#db/queries/sites/team-lists.ts";
import type { Tx } from "#db/store/store.ts";

export const restored = ["live", "scheduled", "draft"] as const;
type Restored = (typeof restored)[number];

export async function bringBack(tx: Tx, listing: JudgedListing, now: Date): Promise<Restored> {
  const refunded = await refundedMeanwhile(tx, listing);
  const status = refunded ? "draft" : statusOf(listing);
  if (status === "scheduled") return resumePaidLaunch(tx, listing, now);
  // A suspended listing can only become live. If its launch has since been refunded, a second step makes it a draft.
  const isTwoSteps = refunded !== null && listing.status === "suspended";
  if (isTwoSteps) await changeStatus(tx, listing, "live", null, now);
  await changeStatus(tx, isTwoSteps ? { ...listing, status: "live" } : listing, status, refunded, now);
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
  draft: "Choose a plan for its launch.",
};
