import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Looks through the texts that were written since, and the first time through all there are. */
export const checkTexts = defineScheduledJob({ kind: "text-check", every: "ten minutes" });
