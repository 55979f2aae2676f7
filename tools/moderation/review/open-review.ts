import * as z from "zod";
import { type Review, reviewOf } from "#db/queries/moderation/reviews.ts";
import { type JudgedListing, judgedListing } from "#db/queries/sites/team-lists.ts";
import { type ReviewState, reviewStates } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { notFound, type Problem } from "../../core/errors/errors.ts";
import { alreadyDecided } from "../shared/already-decided.ts";

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
  if (expected !== undefined && review?.state !== expected) throw await happened(db, listing, review);
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
  if (!isOpen || review === null || review.state === "approved") throw await happened(db, listing, review);
  return { listing, review };
}

const states: Record<ReviewState, string> = {
  approved: "is already approved.",
  change_requested: "is waiting for a change by its owners.",
  waiting: "is waiting for a review again. Read it again.",
};

export function happened(db: Db, listing: JudgedListing, review: Review | null): Promise<Problem> {
  const { id, name, status, statusChangedAt } = listing;
  const state = review ? states[review.state] : `is not waiting for a review. It has the status ${status}.`;
  return alreadyDecided(db, `listing:${id}`, `${name} ${state}`, review?.decidedAt ?? statusChangedAt);
}
