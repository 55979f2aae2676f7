import * as z from "zod";
import { closeMonth } from "../../db/queries/close-period.ts";
import { defineOperation } from "../core/define.ts";
import { awardSubjects, grantedAward } from "./granted-awards.ts";

/** Gives a month's awards. */
export default defineOperation({
  name: "close_month",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ month: z.string().meta({ description: "Month that has ended", example: "2026-11" }) }),
  output: z.strictObject({ awards: z.array(grantedAward) }),
  async run({ site }, { month }) {
    return async (tx, record) => {
      const awards = await closeMonth(tx, site.id, month);
      if (awards.length > 0) record({ subjects: [`site:${site.id}`, ...awardSubjects(awards)], after: { month } });
      return { awards };
    };
  },
});
