import { defineScheduledJob } from "../core/operations/declare-job.ts";

export const sweep = defineScheduledJob({ kind: "sweep", every: "day" });
