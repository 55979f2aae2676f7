import { deleteCallerKey } from "#db/keys/caller-key.ts";
import { closeWeeks, foldOldDays, keepCommonClients } from "#db/queries/insights/fold-insights.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { weekOf } from "#db/values/week.ts";
import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";

export const insightJobs = handleJobs(jobs, {
  foldInsights: {
    async run({ read, write, now }) {
      for (const { id } of await allSites(read)) await foldOldDays(write, read, id, now);
      return (tx) => keepCommonClients(tx, now);
    },
  },
  closeInsightsWeek: {
    run:
      async ({ now }) =>
      async (tx) => {
        await closeWeeks(tx, now);
        deleteCallerKey(tx, weekOf(now));
      },
  },
});
