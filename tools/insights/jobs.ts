import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Folds old daily counts into months, and rare client names into `other`. */
export const foldInsights = defineScheduledJob({ kind: "insights-day", every: "day" });
/** Keeps what enough callers used last week, and deletes the hashes of all callers with their key. */
export const closeInsightsWeek = defineScheduledJob({ kind: "insights-week", every: "week" });
