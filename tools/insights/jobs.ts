import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";

/** Folds old daily counts into months, and rare client names into `other`. */
export const foldInsights = defineScheduledJob({ kind: "insights-day", every: "day" });
/** Keeps what enough callers used last week, and deletes the hashes of all callers with their key. */
export const closeInsightsWeek = defineScheduledJob({ kind: "insights-week", every: "week" });
/** On Monday, queues the emails about the past week, one job for each account that wants them. */
export const mailInsights = defineScheduledJob({ kind: "insights-mails", every: "week" });
export const accountInsights = defineJob({
  kind: "account-insights",
  payload: z.object({ siteId: z.int(), week: z.string(), accountId: z.int() }),
  key: ({ siteId, week, accountId }) => `account-insights:${siteId}:${week}:${accountId}`,
  concurrency: 4,
});
