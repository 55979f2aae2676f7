import * as z from "zod";
import { leaveFreeQueue } from "#db/queries/launches/free-places.ts";
import { endReview } from "#db/queries/moderation/reviews.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { ifReviewState, requireReviewState } from "../review/open-review.ts";
import { decideListings, decisionInput, listingForDecision, requireClause } from "./listing-for-decision.ts";

const notPublicYet = ["draft", "awaiting_badge", "scheduled"] as const;

/** Rejects a listing. A paid launch stays paid and resumes with `restore_listing`. */
export default defineTeamTool({
  name: "reject_listing",
  command: {
    name: "listing reject <slug>",
    description: "Reject a listing before its launch",
    site: "option",
    done: ({ slug }) => `Rejected the listing ${slug}.`,
  },
  description:
    "Rejects a listing before its launch. The owners get the ground and the facts by email and can answer once.",
  rest: { method: "POST", path: "/team/listings/{slug}/reject" },
  scopes: ["team:review"],
  effect: "write",
  undoListing: async ({ read, site }, { slug }) => (await judgedListing(read, site.id, slug))?.id ?? null,
  input: decisionInput.extend({ if_state: ifReviewState }),
  output: z.strictObject({ slug: z.string(), status: z.literal("rejected") }),
  async run(context, { slug, if_state, ...statement }) {
    requireClause(statement);
    return async (tx, record) => {
      const status = "rejected" as const;
      await requireReviewState(tx, context.site.id, slug, if_state);
      const listing = await listingForDecision(tx, context.site.id, slug, notPublicYet, status);
      const mail = {
        subject: `${listing.name} was not approved`,
        what: `did not approve ${listing.name}.`,
        whatNow:
          listing.plan === "paid"
            ? "Your payment remains valid for this listing. Fix the listing and answer the decision. The team will then review it again."
            : "You can fix the listing and choose a plan again. The team will be notified and will review the listing again.",
      };
      record(await decideListings(tx, context, [listing], { ...statement, status }, () => mail));
      await endReview(tx, listing.id);
      if (listing.plan === "free" && listing.launchedAt === null) await leaveFreeQueue(tx, listing.id);
      return { slug, status };
    };
  },
});
