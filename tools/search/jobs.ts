import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Merges the search index, so that a day of edits does not make searches slower than the day before. */
export const mergeIndex = defineScheduledJob({ kind: "search-merge", every: "day" });
