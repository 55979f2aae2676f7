import * as z from "zod";
import { refundedMeanwhile } from "../../db/queries/bought.ts";
import { changeStatus } from "../../db/queries/listing-status.ts";
import type { JudgedListing } from "../../db/queries/team-lists.ts";
import { defineOperation } from "../core/define.ts";
import { slug } from "../core/fields.ts";
import { tellOwners } from "../core/tell-owners.ts";
import { decision, listingToJudge } from "./judge.ts";

const restored = ["live", "scheduled", "draft"] as const;

/** Takes back a suspension, which makes the listing live again, or a rejection. */
export default defineOperation({
  name: "restore_listing",
  actors: ["admin", "team"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ slug }),
  output: z.strictObject({ slug: z.string(), status: z.enum(restored) }),
  async run(context, { slug }) {
    const { site, now } = context;
    return async (tx, record) => {
      const listing = await listingToJudge(tx, site.id, slug, ["suspended", "rejected"], "restored");
      const refunded = await refundedMeanwhile(tx, listing);
      const status = refunded ? "draft" : statusOf(listing);
      // From a suspension all come back as what was public; a launch that is not paid any more ends there.
      const isTwoSteps = refunded !== null && listing.status === "suspended";
      if (isTwoSteps) await changeStatus(tx, listing, "live", null, now);
      await changeStatus(tx, isTwoSteps ? { ...listing, status: "live" } : listing, status, refunded, now);
      await tellOwners(tx, context, listing, {
        subject: `${listing.name} is restored`,
        paragraphs: [`The team of ${site.name} has restored ${listing.name}. ${outcomes[status]}`],
      });
      record(decision(listing, status, null));
      return { slug, status };
    };
  },
});

/** Who has paid keeps the launch; whoever was in the free queue has given up the place, and chooses anew. */
function statusOf({ status, plan, launchWeek }: JudgedListing): (typeof restored)[number] {
  if (status === "suspended") return "live";
  return plan === "paid" && launchWeek !== null ? "scheduled" : "draft";
}

const outcomes: Record<(typeof restored)[number], string> = {
  live: "It is public again.",
  scheduled: "It goes live in its launch week.",
  draft: "Choose a plan for its launch.",
};
