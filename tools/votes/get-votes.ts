import * as z from "zod";
import { ballotsFor } from "#db/queries/votes/ballots.ts";
import { maxPerPage } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";
import { knownVoter } from "./known-voter.ts";
import { ownVote, toOwnVote, votedId } from "./shared/records.ts";

/** The person's own votes for listings that a page shows. */
export default defineOperation({
  name: "get_votes",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject({ listing_ids: z.array(votedId).max(maxPerPage) }),
  output: z.strictObject({ items: z.array(ownVote) }),
  async run(context, { listing_ids }) {
    const { read, now } = context;
    const voter = await knownVoter(read, context);
    const ballots = await ballotsFor(read, voter.id, listing_ids);
    return { items: ballots.map((ballot) => toOwnVote(ballot, voter, now)) };
  },
});
