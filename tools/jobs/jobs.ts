import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Forgets kept answers, old mails and jobs. */
export const sweep = defineScheduledJob({ kind: "sweep", every: "day" });
