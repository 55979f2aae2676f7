import * as z from "zod";
import { enqueue } from "#db/queries/common/jobs.ts";
import { badgeCheckOf } from "#db/queries/listings/badge-checks.ts";
import { approveReview } from "#db/queries/moderation/reviews.ts";
import { weekOf } from "#db/values/week.ts";
import { slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { applyBadgeCheck } from "../../launches/jobs.ts";
import { badgeSentence } from "../../launches/shared/free-rules.ts";
import { hasCompleteProfile, rulesOfSite } from "../../launches/shared/launch-state.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { deciderOf } from "../decisions/listing-for-decision.ts";
import { ifReviewState, openReviewFor } from "./open-review.ts";

/** Finishes the review before launch. A free launch that lacks nothing else is then scheduled or goes live. */
export default defineTeamTool({
  name: "approve_listing",
  command: {
    name: "listing approve <slug>",
    description: "Approve a listing that waits for its review before launch",
    site: "option",
    done: ({ slug }) => `Approved the listing ${slug}.`,
  },
  description: "Approves a listing that waits for its review before launch. The owners get an email.",
  rest: { method: "POST", path: "/team/reviews/{slug}/approve" },
  scopes: ["team:review"],
  effect: "write",
  input: z.strictObject({ slug, if_state: ifReviewState }),
  output: z.strictObject({ slug: z.string(), state: z.literal("approved") }),
  async run(context, { slug, if_state }) {
    const { site, now } = context;
    return async (tx, record) => {
      const { listing, review } = await openReviewFor(tx, site.id, slug, if_state);
      const { id, name, companyId, launchWeek } = listing;
      await approveReview(tx, id, deciderOf(context), now);
      record({ subjects: [`listing:${id}`], before: { review: review.state }, after: { review: "approved" } });
      const state = "approved" as const;
      const subject = `${name} is approved`;
      const approved = `The ${site.name} team has approved ${name}.`;
      if (listing.status === "draft") {
        const paragraphs = [approved, "You can now order its paid launch, or choose the free launch."];
        await notifyOwners(tx, context, listing, { subject, paragraphs });
        return { slug, state };
      }
      const badge = await badgeCheckOf(tx, id);
      const { storyRules } = await rulesOfSite(tx, site.id);
      const lacks = [
        ...(badge?.isFound ? [] : [badgeSentence(badge)]),
        ...((await hasCompleteProfile(tx, companyId, storyRules)) ? [] : ["Complete your founder profile."]),
      ];
      if (badge) await enqueue(tx, applyBadgeCheck.request({ listingId: id }, now), now);
      // A listing that goes live now gets the email about its launch.
      if (lacks.length === 0 && launchWeek === weekOf(now)) return { slug, state };
      // A complete listing may get an earlier week, so the email names none.
      const when = launchWeek === null ? "the next week with a free place" : "its launch week";
      const next =
        lacks.length === 0
          ? [`Nothing is left to do. ${name} goes live in ${when}.`]
          : [`Before ${name} can go live in ${when}, the following is missing:`, ...lacks.map((one) => `• ${one}`)];
      await notifyOwners(tx, context, listing, { subject, paragraphs: [approved, ...next] });
      return { slug, state };
    };
  },
});
