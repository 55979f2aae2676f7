import { defineScheduledJob } from "../core/operations/declare-job.ts";

/** Forgets what has run out: sessions, links, codes, tokens, keys, approval requests; and unused clients. */
export const sweepAccounts = defineScheduledJob({ kind: "sweep-accounts", every: "day" });
