import * as z from "zod";
import { addFollow, followCount } from "#db/queries/followers/follows.ts";
import { statusById } from "#db/queries/listings/listing-status.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { followedId, followState } from "./records.ts";
import { maxFollows } from "./rules.ts";

export default defineOperation({
  name: "follow_listing",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: followedId }),
  output: followState,
  async run(context, { listing_id }) {
    const { site, now } = context;
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const listing = await statusById(tx, listing_id);
      if (listing?.siteId !== site.id || listing.status !== "live") notFound("listing", listing_id);
      if (await addFollow(tx, accountId, listing_id, now)) {
        if ((await followCount(tx, accountId)) > maxFollows)
          throw new Problem(
            "conflict",
            `You already follow ${maxFollows} listings, which is the maximum. First unfollow one under /account/following.`,
          );
        record({ subjects: [`listing:${listing_id}`, `account:${accountId}`], after: { follows: true } });
      }
      return { listing_id, is_following: true };
    };
  },
});
