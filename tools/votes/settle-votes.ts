import * as z from "zod";
import { settleBallots } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";

/** Counts the votes of the running week whose accounts have come of age or confirmed their address. */
export default defineOperation({
  name: "settle_votes",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({ changed: z.int() }),
  async run({ site, now }) {
    const week = weekOf(now);
    return async (tx, record) => {
      const changed = await settleBallots(tx, site.id, week, now);
      if (changed > 0) record({ subjects: [`site:${site.id}`], after: { week, changed } });
      return { changed };
    };
  },
});
