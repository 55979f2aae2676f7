import * as z from "zod";
import { followsListing } from "#db/queries/followers/follows.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { followedId, followState } from "./records.ts";

export default defineOperation({
  name: "get_follow",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject({ listing_id: followedId }),
  output: followState,
  async run(context, { listing_id }) {
    const is_following = await followsListing(context.read, accountOf(context).accountId, listing_id);
    return { listing_id, is_following };
  },
});
