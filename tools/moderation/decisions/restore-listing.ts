import * as z from "zod";
import { saveDecisionOutcome, standingDecision } from "#db/queries/moderation/decisions.ts";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { slug } from "../../core/input/fields.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { notifyOwners } from "../../listings/shared/notify-owners.ts";
import { bringBack, restored, restoredWords } from "../shared/hidden-listings.ts";
import { deciderOf, listingForDecision } from "./listing-for-decision.ts";

export default defineTeamTool({
  name: "restore_listing",
  command: {
    name: "listing restore <slug>",
    description: "Restore a suspended or rejected listing",
    site: "option",
    done: ({ slug }) => `Restored the listing ${slug}.`,
  },
  description: "Restores a suspended or rejected listing.",
  rest: { method: "POST", path: "/team/listings/{slug}/restore" },
  scopes: ["team:review"],
  isAlwaysApproved: true,
  effect: "write",
  undoListing: async ({ read, site }, { slug }) => (await judgedListing(read, site.id, slug))?.id ?? null,
  input: z.strictObject({ slug }),
  output: z.strictObject({ slug: z.string(), status: z.enum(restored) }),
  async run(context, { slug }) {
    const { site, now } = context;
    return async (tx, record) => {
      const listing = await listingForDecision(tx, site.id, slug, ["suspended", "rejected"], "restored");
      const standing = await standingDecision(tx, listing.id);
      if (standing) {
        const end = { outcome: "reversed", reason: null, by: deciderOf(context) } as const;
        await saveDecisionOutcome(tx, standing.id, end, now);
      }
      const { status } = await bringBack(tx, listing, now);
      await notifyOwners(tx, context, listing, {
        subject: `${listing.name} is restored`,
        paragraphs: [`The ${site.name} team has restored ${listing.name}. ${restoredWords[status]}`],
      });
      record({ subjects: [`listing:${listing.id}`], before: { status: listing.status }, after: { status } });
      return { slug, status };
    };
  },
});
