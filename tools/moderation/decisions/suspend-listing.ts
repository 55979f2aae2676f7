import * as z from "zod";
import { judgedListing } from "#db/queries/sites/team-lists.ts";
import { defineTeamTool } from "../../core/operations/team-tool.ts";
import { decideListing, decisionInput, listingForDecision, requireClause } from "./listing-for-decision.ts";

export const suspensionMail = ({ name }: { name: string }) => ({
  subject: `${name} is suspended`,
  what: `has suspended ${name}.`,
  whatNow: "You can still edit the listing, and the team sees every edit.",
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
      record(await decideListing(tx, context, listing, { ...statement, status }, suspensionMail(listing)));
      return { slug, status };
    };
  },
});
