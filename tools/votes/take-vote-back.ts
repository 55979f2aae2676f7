import * as z from "zod";
import { ballotOf, withdrawBallot } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { votedListingId, voteState } from "./shared/records.ts";
import { voteQuota } from "./shared/rules.ts";

/** Takes a vote back on any site, whatever status the listing has now. */
export default defineOperation({
  name: "take_vote_back",
  scopes: [],
  actors: ["person"],
  effect: "delete",
  addressQuota: voteQuota,
  input: z.strictObject({ listing_id: votedListingId }),
  output: voteState,
  async run(context, { listing_id }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const ballot = await ballotOf(tx, accountId, listing_id);
      if (!ballot) return { listing_id, vote: null };
      const { week, excluded } = ballot;
      if (week !== weekOf(context.now))
        throw new Problem("state_conflict", `Launch week ${week} has closed, and its votes are final.`);
      // Otherwise, the person could vote again, and the new vote would be counted.
      if (excluded === "team")
        throw new Problem("state_conflict", "The team excluded this vote. It stays on record and does not count.");
      await withdrawBallot(tx, ballot);
      record({ subjects: [`listing:${listing_id}`, `account:${accountId}`], before: { vote: week, excluded } });
      return { listing_id, vote: null };
    };
  },
});
