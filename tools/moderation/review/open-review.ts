import * as z from "zod";
import { type Review, reviewOf } from "#db/queries/moderation/reviews.ts";
import { type JudgedListing, judgedListing } from "#db/queries/sites/team-lists.ts";
import { type ReviewState, reviewStates } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { timeWords } from "../../core/text/text.ts";

export const ifReviewState = z
  .enum(reviewStates)
  .optional()
  .describe("Refuses the call if the review has another state, because someone else has decided");

/** Throws 409 that says who has decided what, if the review is finished or not in the state that the caller saw. */
export async function requireReviewState(
  db: Db,
  siteId: number,
  slug: string,
  expected?: ReviewState,
): Promise<{ listing: JudgedListing; review: Review | null }> {
  const listing = (await judgedListing(db, siteId, slug)) ?? notFound("listing", slug);
  const review = await reviewOf(db, listing.id);
  if (expected !== undefined && review?.state !== expected)
    throw new Problem("state_conflict", happened(listing, review));
  return { listing, review };
}

export async function openReviewFor(
  db: Db,
  siteId: number,
  slug: string,
  expected?: ReviewState,
): Promise<{ listing: JudgedListing; review: Review }> {
  const { listing, review } = await requireReviewState(db, siteId, slug, expected);
  const isOpen = listing.status === "draft" || listing.status === "awaiting_badge";
  if (!isOpen || review === null || review.state === "approved")
    throw new Problem("state_conflict", happened(listing, review));
  return { listing, review };
}

function happened({ name, status }: JudgedListing, review: Review | null): string {
  if (review === null) return `${name} is not waiting for a review. It has the status ${status}.`;
  if (review.decidedAt === null)
    return `${name} is waiting for a review again, because its owners requested a new one.`;
  const by = `${review.decidedBy ?? "The team"}`;
  const at = timeWords(review.decidedAt);
  if (review.state === "approved") return `${by} approved ${name} on ${at}.`;
  return review.state === "change_requested"
    ? `${by} asked the owners of ${name} for a change on ${at}: ${review.changeText}`
    : `The owners of ${name} have made the change that ${by} asked for on ${at}. Read the listing again.`;
}
