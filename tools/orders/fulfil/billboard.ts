import { bookBillboard, unbookBillboard } from "#db/queries/orders/bought.ts";
import type { LineEffect } from "#db/schema/orders.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { CannotGive, type Kind } from "./kind.ts";

type Booked = Extract<LineEffect, { kind: "billboard" }>;

/** Weeks on the billboard, one after the other; where the first has passed they begin with the present one. */
export const billboard: Kind<Booked> = {
  async give({ tx, now, listing, line }) {
    const current = weekOf(now);
    const first = line.launchWeek !== null && line.launchWeek > current ? line.launchWeek : current;
    const weeks = Array.from({ length: line.quantity }, (_, i) => addWeeks(first, i));
    for (const week of weeks)
      if (!(await bookBillboard(tx, listing, week, now)))
        throw new CannotGive(`${listing.name} is on the billboard of week ${week} already.`);
    return { kind: "billboard", weeks };
  },

  takeBack: ({ tx, now, listing }, { weeks }) => unbookBillboard(tx, listing.id, weeks, weekOf(now)),
};
