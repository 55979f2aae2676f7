import { deleteCallerKey } from "#db/keys/caller-key.ts";
import { enqueueAll } from "#db/queries/common/jobs.ts";
import { closeWeeks, foldOldDays, keepCommonClients } from "#db/queries/insights/fold-insights.ts";
import { accountsWithInsights } from "#db/queries/insights/mailed-insights.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Tx } from "#db/store/store.ts";
import { addWeeks, weekOf } from "#db/values/week.ts";
import { inSteps } from "../core/operations/in-steps.ts";
import { handleJobs } from "../core/operations/job.ts";
import * as jobs from "./jobs.ts";
import { accountInsights } from "./jobs.ts";
import sendInsights from "./send-insights.ts";

const batchSize = 500;

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

  mailInsights: {
    async run({ read, now, write, signal }) {
      const week = addWeeks(weekOf(now), -1);
      for (const { id: siteId } of await allSites(read)) {
        const enqueueBatch = async (tx: Tx, after: number) => {
          const accounts = await accountsWithInsights(tx, siteId, after, batchSize);
          const requests = accounts.map((accountId) => accountInsights.request({ siteId, week, accountId }));
          await enqueueAll(tx, requests, now);
          return accounts.length < batchSize ? null : accounts.at(-1)!;
        };
        await inSteps(write, 0, enqueueBatch, signal);
      }
    },
  },

  accountInsights: {
    run: async ({ finish }, { siteId, week, accountId }) =>
      finish(sendInsights, { account_id: accountId, week }, siteId),
  },
});
