import * as z from "zod";
import { leaveFreeQueue } from "#db/queries/launches/free-places.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { decideListing, decisionInput, listingForDecision, requireClause } from "./listing-for-decision.ts";

const notPublicYet = ["draft", "awaiting_badge", "scheduled"] as const;

/**
 * Keeps a listing from its launch, on a ground and facts that its owners are told. Its place in the free queue goes to
 * the next; what was paid for stays paid, and comes back with `restore_listing`.
 */
export default defineOperation({
  name: "reject_listing",
  actors: ["admin", "team"],
  command: {
    name: "listing reject <slug>",
    description: "Reject a listing before its launch",
    site: "option",
    done: ({ slug }) => `Rejected the listing ${slug}.`,
  },
  scopes: [],
  effect: "write",
  input: decisionInput,
  output: z.strictObject({ slug: z.string(), status: z.literal("rejected") }),
  async run(context, { slug, ...said }) {
    requireClause(said);
    return async (tx, record) => {
      const status = "rejected" as const;
      const listing = await listingForDecision(tx, context.site.id, slug, notPublicYet, status);
      const entry = await decideListing(
        tx,
        context,
        listing,
        { ...said, status },
        {
          subject: `${listing.name} was not accepted`,
          what: `did not accept ${listing.name}.`,
          whatNow:
            listing.plan === "paid"
              ? "Your payment stays with the listing: mend it and answer, and the team puts it back."
              : "You can mend it and choose a plan again: the team is told, and looks at it anew.",
        },
      );
      if (listing.plan === "free" && listing.launchedAt === null) await leaveFreeQueue(tx, listing.id);
      record(entry);
      return { slug, status };
    };
  },
});
