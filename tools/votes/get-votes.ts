import * as z from "zod";
import { ballotsFor } from "#db/queries/votes/ballots.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { maxPerPage } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ownVote, toOwnVote, votedListingId } from "./shared/records.ts";

export default defineOperation({
  name: "get_votes",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject({ listing_ids: z.array(votedListingId).max(maxPerPage) }),
  output: z.strictObject({ items: z.array(ownVote) }),
  async run(context, { listing_ids }) {
    const { read, now } = context;
    const voter = await ownAccount(read, context);
    const ballots = await ballotsFor(read, voter.id, listing_ids);
    return { items: ballots.map((ballot) => toOwnVote(ballot, voter, now)) };
  },
});
