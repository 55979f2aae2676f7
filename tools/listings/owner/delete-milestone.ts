import * as z from "zod";
import { deleteMilestone } from "#db/queries/moderation/owner-voice.ts";
import { notFound } from "../../core/errors/errors.ts";
import { defineTool } from "../../core/operations/define.ts";
import { wouldBe } from "../../core/text/text.ts";
import { touchIfPublic } from "../edits/posted-entry.ts";
import { listingId, listingOf, readMyListing } from "../shared/own-listing.ts";

export default defineTool({
  name: "delete_milestone",
  title: "Delete a milestone",
  description:
    "Permanently deletes a milestone from one of the account's listings. Use it when the user wants to remove a milestone; get the id from get_my_listing. Returns the deleted id.",
  family: "My listings",
  rest: { method: "DELETE", path: "/me/listings/{listing_id}/milestones/{milestone_id}" },
  page: "/account/listings/{listing_id}/milestones",
  scopes: ["listings:write"],
  effect: "delete",
  isIdempotent: true,
  openWorld: "Removes a milestone from the listing's public page.",
  destructive: "Permanently deletes a milestone.",
  errors: ["not_found"],
  input: z.strictObject({
    listing_id: listingId,
    milestone_id: z.int().min(1).meta({ description: "Id of the milestone, from get_my_listing", example: 7 }),
  }),
  output: z
    .strictObject({ id: z.int(), listing_id: z.int(), deleted: z.literal(true) })
    .meta({ id: "DeletedMilestone" }),
  examples: [{ listing_id: 3, milestone_id: 7 }],
  async run(context, { listing_id, milestone_id }) {
    const { now } = context;
    return async (tx, record) => {
      // Any status is allowed, because the milestone may be the reason why a listing was suspended.
      const listing = await listingOf(tx, context, listing_id);
      const milestone = await deleteMilestone(tx, listing_id, milestone_id);
      if (!milestone) notFound("milestone", milestone_id, [readMyListing(listing_id, "See the listing's milestones.")]);
      await touchIfPublic(tx, listing, "milestones", now);
      record({ subjects: [`listing:${listing_id}`], before: { milestone } });
      return { id: milestone.id, listing_id, deleted: true as const };
    };
  },
  text: ({ id, listing_id, ...rest }) =>
    `Milestone ${id} of listing ${listing_id} ${wouldBe(rest, "was", "would be")} deleted.`,
});
