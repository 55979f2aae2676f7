import * as z from "zod";
import { deleteFollow } from "#db/queries/followers/follows.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { followedId, followState } from "./records.ts";

export default defineOperation({
  name: "unfollow_listing",
  scopes: [],
  actors: ["person"],
  effect: "delete",
  input: z.strictObject({ listing_id: followedId }),
  output: followState,
  async run(context, { listing_id }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      if (await deleteFollow(tx, accountId, listing_id))
        record({ subjects: [`listing:${listing_id}`, `account:${accountId}`], before: { follows: true } });
      return { listing_id, is_following: false };
    };
  },
});
