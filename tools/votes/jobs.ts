import { defineScheduledJob } from "../core/operations/declare-job.ts";

export const countWaitingVotes = defineScheduledJob({ kind: "vote-settling", every: "ten minutes" });
