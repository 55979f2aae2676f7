import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Deletes stored responses, old mails and jobs. */
export const sweep = defineScheduledJob({ kind: "sweep", every: "day" });
