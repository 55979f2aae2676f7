import * as z from "zod";
import { rowsWritten } from "#db/queries/common/audit-log.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { closeWeek } from "#db/queries/launches/close-period.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { defineOperation } from "../core/operations/define.ts";
import { awardSubjects, grantedAward } from "./granted-awards.ts";
import { results } from "./jobs.ts";

export default defineOperation({
  name: "close_week",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({
    week: z.string().meta({ description: "ISO 8601 week that has ended", example: "2026-W47" }),
  }),
  output: z.strictObject({ awards: z.array(grantedAward) }),
  async run({ site, now }, { week }) {
    return async (tx, record) => {
      const before = await rowsWritten(tx);
      const awards = await closeWeek(tx, site.id, week);
      // Results of older weeks, for example after a long downtime, are no news.
      if (addWeeks(week, 1) === weekOf(now)) await enqueue(tx, results.request({ siteId: site.id, period: week }), now);
      if ((await rowsWritten(tx)) > before)
        record({ subjects: [`site:${site.id}`, ...awardSubjects(awards)], after: { week } });
      return { awards };
    };
  },
});
