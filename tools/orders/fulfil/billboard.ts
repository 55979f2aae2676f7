import { bookBillboard, unbookBillboard } from "#db/queries/orders/purchased-listing.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { weekInSentence } from "../../core/text/text.ts";
import { type Fulfilment, FulfilmentError } from "./fulfilment.ts";

export const billboard: Fulfilment<"billboard"> = {
  async fulfil({ tx, now, listing, line }) {
    const current = weekOf(now);
    const first = line.launchWeek !== null && line.launchWeek > current ? line.launchWeek : current;
    const weeks = Array.from({ length: line.quantity }, (_, i) => addWeeks(first, i));
    for (const week of weeks)
      if (!(await bookBillboard(tx, listing, week, now)))
        throw new FulfilmentError(`${listing.name} is already on the billboard in ${weekInSentence(week)}.`);
    return { kind: "billboard", weeks };
  },

  reverse: ({ tx, now, listing }, { weeks }) => unbookBillboard(tx, listing.id, weeks, weekOf(now)),
};
