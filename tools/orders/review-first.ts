import { changeStatus } from "#db/queries/listings/listing-status.ts";
import { openReview } from "#db/queries/moderation/reviews.ts";
import { purchasedListing } from "#db/queries/orders/purchased-listing.ts";
import type { Tx } from "#db/store/store.ts";
import { type NextAction, Problem } from "../core/errors/errors.ts";
import type { CallContext } from "../core/operations/context.ts";
import { reviewBlocker } from "../launches/shared/free-rules.ts";
import { openReviewOf, rulesOfSite } from "../launches/shared/launch-state.ts";
import { callerSite } from "../site/shared/caller-site.ts";
import type { ChosenItem } from "./price-order.ts";

type Items = readonly Pick<ChosenItem, "product" | "listing_id">[];

/** Opens the reviews that must be finished before a launch is sold, and returns what the buyer has to wait for. */
export async function openReviews(tx: Tx, context: CallContext, items: Items): Promise<NextAction[]> {
  const { siteId } = await callerSite({ ...context, read: tx });
  const { mode } = (await rulesOfSite(tx, siteId)).review;
  const waits: NextAction[] = [];
  for (const { product, listing_id } of items) {
    if (product !== "launch" || mode === "off") continue;
    const listing = (await purchasedListing(tx, siteId, listing_id))!;
    await openReview(tx, listing, mode, context.now);
    const review = await openReviewOf(tx, listing_id);
    if (review === null) continue;
    // The owners have fixed a rejected listing, so it is as new.
    if (listing.status === "rejected") await changeStatus(tx, listing, "draft", null, context.now);
    const url = `${context.urls.base}/account/listings/${listing_id}/launch`;
    const { reason, next_action } = reviewBlocker(listing_id, url, review);
    waits.push({ ...next_action, why: `${listing.name} can be ordered after its review. ${reason}` });
  }
  return waits;
}

/** Throws 409 for a launch of a listing that the team must review first. */
export async function requireReviewed(tx: Tx, context: CallContext, items: Items): Promise<void> {
  const [wait] = await openReviews(tx, context, items);
  if (!wait) return;
  const quote: NextAction = {
    tool: "quote_order",
    arguments: { items: items.map(({ product, listing_id }) => ({ product, listing_id })) },
    why: "Request the review, if that has not been done yet.",
    who: "agent",
  };
  throw new Problem("state_conflict", wait.why, { nextActions: [wait, quote] });
}
