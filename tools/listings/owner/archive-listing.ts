import * as z from "zod";
import { leaveFreeQueue } from "#db/queries/launches/free-places.ts";
import { changeStatus } from "#db/queries/listings/listing-status.ts";
import type { Facts } from "#db/schema/changes.ts";
import { Problem } from "../../core/errors/errors.ts";
import { time } from "../../core/input/fields.ts";
import { defineOperation } from "../../core/operations/define.ts";
import { differences } from "../../core/operations/differences.ts";
import { broughtBackUntil } from "../../launches/shared/free-rules.ts";
import { listingId, listingOf } from "../shared/own-listing.ts";

/**
 * Takes a listing down, as its owner wants it: the public sees it no more, and it can be brought back within a year.
 * A place in the free queue is given up; what was launched keeps its week and votes, what was paid for stays paid.
 */
export default defineOperation({
  name: "archive_listing",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId }),
  output: z.strictObject({ listing_id: z.int(), status: z.literal("archived"), until: time }),
  async run(context, { listing_id }) {
    const { now } = context;
    return async (tx, record) => {
      const listing = await listingOf(tx, context, listing_id);
      const { name, status, statusMessage, plan, launchWeek, launchedAt } = listing;
      if (status === "archived") throw new Problem("state_conflict", `${name} is taken down already.`);
      if (status === "suspended")
        throw new Problem("state_conflict", `${name} is suspended, so it is out of sight: the team decides about it.`);
      // What was imported is public without a launch of ours.
      const isQueued = plan === "free" && launchedAt === null && status !== "live";
      if (isQueued) await leaveFreeQueue(tx, listing_id);
      await changeStatus(tx, listing, "archived", null, now);
      const before: Facts = { status, plan, launch_week: launchWeek, status_message: statusMessage };
      const given = isQueued ? { plan: "none", launch_week: null } : {};
      const after = { ...before, ...given, status: "archived", status_message: null };
      record({ subjects: [`listing:${listing_id}`], ...differences(before, after) });
      return {
        listing_id,
        status: "archived" as const,
        until: broughtBackUntil(now.toISOString()).toISOString(),
      };
    };
  },
});
