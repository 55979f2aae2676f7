import * as z from "zod";
import { defineOperation } from "../core/operations/define.ts";
import { listingId, listingOf } from "../listings/shared/own-listing.ts";
import { dayCounts, listingInsights, pageDays, periodInput, periodOf, readInsights } from "./shared/insights.ts";

/** The insights of a listing in any period, with the counts of each day. Only people who may edit it see them. */
export default defineOperation({
  name: "get_insights",
  scopes: [],
  actors: ["person"],
  effect: "read",
  input: z.strictObject({ listing_id: listingId, ...periodInput }),
  output: z.strictObject({ ...listingInsights.shape, days: dayCounts }),
  async run(context, { listing_id, ...asked }) {
    const { read, now } = context;
    const own = await listingOf(read, context, listing_id);
    return readInsights(read, own, periodOf(asked, now, pageDays), now);
  },
});
