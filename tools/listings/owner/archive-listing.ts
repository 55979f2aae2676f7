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

/** A waiting listing loses its place in the free queue. A launched listing keeps its week, votes and paid launch. */
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
      if (status === "archived") throw new Problem("state_conflict", `${name} is already archived.`);
      if (status === "suspended")
        throw new Problem(
          "state_conflict",
          `${name} is suspended and already hidden. Only the team can change its status.`,
        );
      // An imported listing is live although it has never launched.
      const isQueued = plan === "free" && launchedAt === null && status !== "live";
      if (isQueued) await leaveFreeQueue(tx, listing_id);
      await changeStatus(tx, listing, "archived", null, now);
      const before: Facts = { status, plan, launch_week: launchWeek, status_message: statusMessage };
      const given = isQueued ? { plan: "none", launch_week: null } : {};
      const after = { ...before, ...given, status: "archived", status_message: null };
      record({ subjects: [`listing:${listing_id}`], ...differences(before, after) });
      const until = broughtBackUntil(now.toISOString()).toISOString();
      return { listing_id, status: "archived" as const, until };
    };
  },
});
