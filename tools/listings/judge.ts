import type { Entry } from "../../db/queries/changes.ts";
import { type JudgedListing, judgedListing } from "../../db/queries/team-lists.ts";
import type { ListingStatus } from "../../db/schema/vocabulary.ts";
import type { Db } from "../../db/store.ts";
import { isAccount } from "../core/actor.ts";
import type { CallContext } from "../core/context.ts";
import { notFound, Problem } from "../core/errors.ts";
import { filled, paragraphs } from "../core/fields.ts";

/** Why the team does something to a listing: its owners read it. */
export const reason = filled(paragraphs(2000)).meta({
  description: "What the owners read, up to 2000 characters",
  example: "The address answers no more.",
});

/** The listing of the site that a decision of the team is about. Throws 404, and 409 where its status is none of `from`. */
export async function listingToJudge(
  db: Db,
  siteId: number,
  slug: string,
  from: readonly ListingStatus[],
  done: string,
): Promise<JudgedListing> {
  const listing = (await judgedListing(db, siteId, slug)) ?? notFound("listing", slug);
  if (!from.includes(listing.status))
    throw new Problem(
      "state_conflict",
      `${slug} is ${listing.status}; only a ${from.join(" or ")} listing can be ${done}.`,
    );
  return listing;
}

/** The account of whoever decides; null for an operator at the command line. */
export const deciderOf = ({ actor }: Pick<CallContext, "actor">): number | null =>
  isAccount(actor) ? actor.accountId : null;

/** The log's entry of a decision. */
export const decision = ({ id, status }: JudgedListing, after: ListingStatus, reason: string | null): Entry => ({
  subjects: [`listing:${id}`],
  before: { status },
  after: { status: after, ...(reason !== null && { status_message: reason }) },
});
