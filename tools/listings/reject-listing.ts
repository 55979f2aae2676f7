import * as z from "zod";
import { leaveFreeQueue } from "../../db/queries/free-places.ts";
import { changeStatus } from "../../db/queries/listing-status.ts";
import { closeReports } from "../../db/queries/reports.ts";
import { defineOperation } from "../core/define.ts";
import { slug } from "../core/fields.ts";
import { tellDecision } from "../core/tell-owners.ts";
import { deciderOf, decision, listingToJudge, reason } from "./judge.ts";

const notPublicYet = ["draft", "awaiting_badge", "scheduled"] as const;

/**
 * Keeps a listing from its launch, for a reason that its owners are told. Its place in the free queue goes to the next;
 * what was paid for stays paid, and comes back with `restore_listing`.
 */
export default defineOperation({
  name: "reject_listing",
  actors: ["admin", "team"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ slug, reason }),
  output: z.strictObject({ slug: z.string(), status: z.literal("rejected") }),
  async run(context, { slug, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const listing = await listingToJudge(tx, site.id, slug, notPublicYet, "rejected");
      await changeStatus(tx, listing, "rejected", reason, now);
      await closeReports(tx, { listingId: listing.id, outcome: "decided", reason, decidedBy: deciderOf(context) }, now);
      if (listing.plan === "free" && listing.launchedAt === null) await leaveFreeQueue(tx, listing.id);
      await tellDecision(tx, context, listing, {
        subject: `${listing.name} was not accepted`,
        what: `did not accept ${listing.name}, so it is not launched.`,
        reason,
        whatNow:
          listing.plan === "paid"
            ? "Your payment stays with the listing: mend it and answer this mail, and the team puts it back."
            : "Mend it and choose a plan again: the team is told, and looks at it anew.",
      });
      record(decision(listing, "rejected", reason));
      return { slug, status: "rejected" as const };
    };
  },
});
