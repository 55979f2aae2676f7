import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Scans new and changed texts; the first run scans all texts. */
export const checkTexts = defineScheduledJob({ kind: "text-check", every: "ten minutes" });
