import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Counts votes that had to wait for their account. */
export const countWaitingVotes = defineScheduledJob({ kind: "vote-settling", every: "ten minutes" });
