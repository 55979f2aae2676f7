import * as z from "zod";
import { statusById } from "#db/queries/listings/listing-status.ts";
import { ballotOf, castBallot, exclusionOf } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { notFound } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { toOwnVote, votedListingId, voteState } from "./shared/records.ts";
import { voteQuota } from "./shared/rules.ts";

/** If the person has already voted for the listing in any week, the existing vote is returned unchanged. */
export default defineOperation({
  name: "cast_vote",
  scopes: [],
  actors: ["person"],
  effect: "write",
  addressQuota: voteQuota,
  input: z.strictObject({ listing_id: votedListingId }),
  output: voteState,
  async run(context, { listing_id }) {
    const { site, now } = context;
    return async (tx, record) => {
      const listing = await statusById(tx, listing_id);
      if (listing?.siteId !== site.id || listing.status !== "live") notFound("listing", listing_id);
      const voter = await ownAccount(tx, context);
      const cast = await ballotOf(tx, voter.id, listing_id);
      if (cast) return { listing_id, vote: toOwnVote(cast, voter, now) };
      const week = weekOf(now);
      const excluded = exclusionOf(voter, now);
      const vote = { listingId: listing_id, siteId: site.id, week, castAt: now.toISOString(), excluded };
      const ballot = await castBallot(tx, voter.id, vote);
      record({ subjects: [`listing:${listing_id}`, `account:${voter.id}`], after: { vote: week, excluded } });
      return { listing_id, vote: toOwnVote(ballot, voter, now) };
    };
  },
});
