import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Merges the search index, because every edit makes searches a little slower. */
export const mergeIndex = defineScheduledJob({ kind: "search-merge", every: "day" });
