import { placesTaken } from "../../db/queries/launches.ts";
import type { Db } from "../../db/store.ts";
import { addWeeks, weekOf } from "../../db/week.ts";
import type { CallContext } from "../core/context.ts";
import { Problem } from "../core/errors.ts";
import { ownSite } from "../core/own-site.ts";
import { siteRules } from "../site/rules.ts";
import { paidWeeks } from "./rules.ts";

interface PaidPlaces {
  /** Takes a place in a week for one item of the order at hand. Throws 409 where there is none, with the next one. */
  take(week: string, about: { field: string; isAtOnce: boolean }): Promise<void>;
}

/** The places for paid launches in the weeks of a site, as one order takes them one after the other. */
export function paidPlaces(db: Db, context: CallContext): PaidPlaces {
  const { site, now } = context;
  const { freeQueue } = siteRules(site.settings);
  const inThisOrder = new Map<string, number>();

  async function isFull(week: string): Promise<boolean> {
    const { siteId } = await ownSite(context);
    const taken = (await placesTaken(db, siteId, week)).paid + (inThisOrder.get(week) ?? 0);
    return taken >= freeQueue.paidPlacesPerWeek;
  }

  async function firstOpen(from: string, until: string): Promise<string | null> {
    for (let week = from; week <= until; week = addWeeks(week, 1)) if (!(await isFull(week))) return week;
    return null;
  }

  return {
    async take(week, { field, isAtOnce }) {
      if (await isFull(week)) {
        const { until } = paidWeeks(now, freeQueue);
        const next = (await firstOpen(addWeeks(week, 1), until)) ?? (await firstOpen(weekOf(now), until));
        throw full(week, next, `${field}.launch_week`, isAtOnce);
      }
      inThisOrder.set(week, (inThisOrder.get(week) ?? 0) + 1);
    },
  };
}

function full(week: string, next: string | null, field: string, isAtOnce: boolean): Problem {
  const what = isAtOnce ? `a launch at once is not possible, as ${week} has` : `${week} has`;
  const fix = next === null ? "All weeks that can be bought are full." : `Use launch_week ${next}, the next with room.`;
  return new Problem("conflict", `${field}: ${what} no paid place left. ${fix}`, {
    errors: [{ field, code: "week_full", message: `${week} has no paid place left`, fix }],
  });
}
