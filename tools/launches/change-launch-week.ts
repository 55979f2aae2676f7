import * as z from "zod";
import { missedWeek, setPlan } from "#db/queries/orders/purchased-listing.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { invalid, Problem } from "../core/errors/errors.ts";
import { readWeek } from "../core/input/periods.ts";
import { defineOperation } from "../core/operations/define.ts";
import { listingId, listingOf } from "../listings/shared/own-listing.ts";
import { paidPlaces } from "../orders/shared/paid-places.ts";
import { paidWeeks } from "../orders/shared/rules.ts";
import { rulesOfSite } from "./shared/launch-state.ts";
import { week } from "./shared/rules.ts";

/**
 * Moves a paid launch that missed its week during a suspension, free of charge and as often as the owner likes until it
 * begins. Other paid launches keep the week that was bought, because a withdrawal depends on it.
 */
export default defineOperation({
  name: "change_launch_week",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ listing_id: listingId, launch_week: week }),
  output: z.strictObject({ listing_id: z.int(), launch_week: z.string() }),
  async run(context, { listing_id, ...wanted }) {
    const { now } = context;
    return async (tx, record) => {
      const { siteId, name, launchWeek } = await listingOf(tx, context, listing_id);
      if (!(await missedWeek(tx, listing_id, weekOf(now))))
        throw new Problem(
          "state_conflict",
          `The launch week of ${name} cannot be changed. Only a paid launch that missed its week while the listing was hidden can get another week, until it begins.`,
        );
      const { freeQueue } = await rulesOfSite(tx, siteId);
      const launch_week = readWeek(wanted.launch_week, now);
      const [first, last] = [addWeeks(weekOf(now), 1), paidWeeks(now, freeQueue).until];
      if (launch_week === null || launch_week < first || launch_week > last)
        invalid("launch_week", "invalid_week", `must be a week from ${first} to ${last}`);
      if (launch_week === launchWeek) return { listing_id, launch_week };
      await paidPlaces(tx, { siteId, freeQueue, now }).take(launch_week, { field: "launch_week", isAtOnce: false });
      await setPlan(tx, listing_id, "paid", launch_week, now);
      record({
        subjects: [`listing:${listing_id}`],
        before: { launch_week: launchWeek },
        after: { launch_week },
      });
      return { listing_id, launch_week };
    };
  },
});
