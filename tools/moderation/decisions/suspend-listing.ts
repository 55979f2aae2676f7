import * as z from "zod";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { namesOf } from "../../listings/shared/notify-owners.ts";
import { decideListings, decisionInput, listingForDecision, requireClause } from "./listing-for-decision.ts";

export const suspensionMail = (listings: readonly { name: string }[]) =>
  listings.length === 1
    ? {
        subject: `${namesOf(listings)} is suspended`,
        what: `has suspended ${namesOf(listings)}.`,
        whatNow: "You can still edit the listing, and the team sees every edit.",
      }
    : {
        subject: `${listings.length} listings are suspended`,
        what: `has suspended these listings: ${namesOf(listings)}.`,
        whatNow:
          "You can still edit the listings, and the team sees every edit. Each listing's page shows the decision about it.",
      };

export default defineTeamTool({
  name: "suspend_listing",
  actors: ["person", "key", "admin"],
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
