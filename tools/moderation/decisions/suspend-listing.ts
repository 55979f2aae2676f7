import * as z from "zod";
import { defineOperation } from "../../core/operations/define.ts";
import { decideListing, decisionInput, listingForDecision, requireClause } from "./listing-for-decision.ts";

/** Takes a live listing out of the public directory, on a ground and facts that its owners are told. */
export default defineOperation({
  name: "suspend_listing",
  actors: ["admin", "team"],
  command: {
    name: "listing suspend <slug>",
    description: "Suspend a live listing, which removes it from the public directory",
    site: "option",
    done: ({ slug }) => `Suspended the listing ${slug}.`,
  },
  scopes: [],
  effect: "write",
  input: decisionInput,
  output: z.strictObject({ slug: z.string(), status: z.literal("suspended") }),
  async run(context, { slug, ...said }) {
    requireClause(said);
    return async (tx, record) => {
      const status = "suspended" as const;
      const listing = await listingForDecision(tx, context.site.id, slug, ["live"], status);
      const entry = await decideListing(
        tx,
        context,
        listing,
        { ...said, status },
        {
          subject: `${listing.name} is suspended`,
          what: `has suspended ${listing.name}.`,
          whatNow: "You can still mend its texts, and the team sees every edit.",
        },
      );
      record(entry);
      return { slug, status };
    };
  },
});
