import { defineScheduledJob } from "../core/operations/declare-job.ts";

export const sweepAccounts = defineScheduledJob({ kind: "sweep-accounts", every: "day" });
