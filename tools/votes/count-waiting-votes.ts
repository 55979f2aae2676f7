import * as z from "zod";
import { countWaitingBallots } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "count_waiting_votes",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ changed: z.int() }),
  async run({ site, now }) {
    const week = weekOf(now);
    return async (tx, record) => {
      const changed = await countWaitingBallots(tx, site.id, week, now);
      if (changed > 0) record({ subjects: [`site:${site.id}`], after: { week, changed } });
      return { changed };
    };
  },
});
