import * as z from "zod";
import { enqueue } from "#db/queries/common/jobs.ts";
import { closeMonth } from "#db/queries/launches/close-period.ts";
import { calendarOf, setClosedMonth } from "#db/queries/launches/launch-due.ts";
import { defineOperation } from "../core/operations/define.ts";
import { awardSubjects, grantedAward } from "./granted-awards.ts";
import { results } from "./jobs.ts";

export default defineOperation({
  name: "close_month",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ month: z.string().meta({ description: "Month that has ended", example: "2026-11" }) }),
  output: z.strictObject({ awards: z.array(grantedAward) }),
  async run({ site, now }, { month }) {
    return async (tx, record) => {
      const awards = await closeMonth(tx, site.id, month);
      const { closedMonth } = await calendarOf(tx, site.id);
      if (closedMonth === month && awards.length === 0) return { awards };
      await setClosedMonth(tx, site.id, month);
      await enqueue(tx, results.request({ siteId: site.id, period: month }), now);
      record({ subjects: [`site:${site.id}`, ...awardSubjects(awards)], after: { month } });
      return { awards };
    };
  },
});
