import * as z from "zod";
import { requestChange } from "#db/queries/moderation/reviews.ts";
import { filled, paragraphs, slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { deciderOf } from "../decisions/listing-for-decision.ts";
import { happened, ifReviewState, openReviewFor } from "./open-review.ts";

export default defineTeamTool({
  name: "request_change",
  description:
    "Asks the owners of a listing that waits for its review to change something. They get the text by email, and the review continues when they edit the listing.",
  rest: { method: "POST", path: "/team/reviews/{slug}/change" },
  scopes: ["team:review"],
  effect: "write",
  input: z.strictObject({
    slug,
    text: filled(paragraphs(2000)).describe("The change (shown to the owners)"),
    if_state: ifReviewState,
  }),
  output: z.strictObject({ slug: z.string(), state: z.literal("change_requested") }),
  async run(context, { slug, text, if_state }) {
    const { site, now } = context;
    return async (tx, record) => {
      const { listing, review } = await openReviewFor(tx, site.id, slug, if_state);
      if (review.state === "change_requested") throw await happened(tx, listing, review);
      await requestChange(tx, listing.id, text, deciderOf(context), now);
      await notifyOwners(tx, context, listing, {
        subject: `Please change ${listing.name} before its launch`,
        paragraphs: [
          `The ${site.name} team has reviewed ${listing.name} and asks you to change the following before its launch:`,
          text,
          "Edit the listing. The review then continues automatically.",
        ],
        isAnswerable: true,
      });
      record({ subjects: [`listing:${listing.id}`], before: { review: review.state }, after: { change_text: text } });
      return { slug, state: "change_requested" as const };
    };
  },
});
