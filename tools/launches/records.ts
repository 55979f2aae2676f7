import * as z from "zod";
import { placesTaken } from "#db/queries/launches/launches.ts";
import { endOfWeek, startOfWeek } from "#db/values/week.ts";
import { time } from "../core/input/fields.ts";
import type { CallContext } from "../core/operations/context.ts";
import { siteRules } from "../site/shared/rules.ts";
import { weekLabel, weekStatus } from "./shared/rules.ts";

const places = z.strictObject({ total: z.int(), taken: z.int() });

export const launchWeekFields = {
  week: z.string(),
  page_url: z.string(),
  label: z.string(),
  starts_at: time,
  ends_at: time.describe("Exclusive"),
  status: z.enum(["upcoming", "live", "closed"]),
  slots: z.strictObject({ free: places, paid: places }),
};

export async function toLaunchWeek({ read, site, urls, now }: CallContext, week: string) {
  const taken = await placesTaken(read, site.id, week, now);
  const { placesPerWeek, paidPlacesPerWeek } = siteRules(site.settings).freeQueue;
  return {
    week,
    page_url: `${urls.base}/launches/${week}`,
    label: weekLabel(week),
    starts_at: startOfWeek(week)!.toISOString(),
    ends_at: endOfWeek(week).toISOString(),
    status: weekStatus(week, now),
    slots: {
      free: { total: placesPerWeek, taken: taken.free },
      paid: { total: paidPlacesPerWeek, taken: taken.paid },
    },
  };
}
