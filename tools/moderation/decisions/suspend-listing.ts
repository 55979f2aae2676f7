import * as z from "zod";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { namesOf } from "../../listings/shared/notify-owners.ts";
import { decideListings, decisionInput, listingForDecision, requireClause } from "./listing-for-decision.ts";

export const suspensionMail = (listings: readonly { name: string }[]) => ({
  subject: listings.length === 1 ? `${namesOf(listings)} is suspended` : `${listings.length} listings are suspended`,
  what: `has suspended ${namesOf(listings)}.`,
  whatNow: "You can still edit a suspended listing, and the team sees every edit.",
});

export default defineTeamTool({
  name: "suspend_listing",
  command: {
    name: "listing suspend <slug>",
    description: "Suspend a live listing",
    site: "option",
    done: ({ slug }) => `Suspended the listing ${slug}.`,
  },
  description: "Hides a live listing. The owners get the ground and the facts by email and can answer once.",
  rest: { method: "POST", path: "/team/listings/{slug}/suspend" },
  scopes: ["team:review"],
  effect: "write",
  undoListing: async ({ read, site }, { slug }) => (await judgedListing(read, site.id, slug))?.id ?? null,
  input: decisionInput,
  output: z.strictObject({ slug: z.string(), status: z.literal("suspended") }),
  async run(context, { slug, ...statement }) {
    requireClause(statement);
    return async (tx, record) => {
      const status = "suspended" as const;
      const listing = await listingForDecision(tx, context.site.id, slug, ["live"], status);
      record(await decideListings(tx, context, [listing], { ...statement, status }, suspensionMail));
      return { slug, status };
    };
  },
});
