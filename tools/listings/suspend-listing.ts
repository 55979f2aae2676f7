import * as z from "zod";
import { changeStatus } from "../../db/queries/listing-status.ts";
import { closeReports } from "../../db/queries/reports.ts";
import { defineOperation } from "../core/define.ts";
import { slug } from "../core/fields.ts";
import { tellDecision } from "../core/tell-owners.ts";
import { deciderOf, decision, listingToJudge, reason } from "./judge.ts";

/** Takes a live listing out of the public directory, for a reason that its owners are told. */
export default defineOperation({
  name: "suspend_listing",
  actors: ["admin", "team"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ slug, reason }),
  output: z.strictObject({ slug: z.string(), status: z.literal("suspended") }),
  async run(context, { slug, reason }) {
    const { site, now } = context;
    return async (tx, record) => {
      const listing = await listingToJudge(tx, site.id, slug, ["live"], "suspended");
      await changeStatus(tx, listing, "suspended", reason, now);
      await closeReports(tx, { listingId: listing.id, outcome: "decided", reason, decidedBy: deciderOf(context) }, now);
      await tellDecision(tx, context, listing, {
        subject: `${listing.name} is suspended`,
        what: `has suspended ${listing.name}: it is not shown to the public for now.`,
        reason,
        whatNow: "You can still mend its texts, and the team sees every edit.",
      });
      record(decision(listing, "suspended", reason));
      return { slug, status: "suspended" as const };
    };
  },
});
