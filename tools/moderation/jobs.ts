import { defineScheduledJob } from "../core/operations/declare-job.ts";

export const checkTexts = defineScheduledJob({ kind: "text-check", every: "ten minutes" });
