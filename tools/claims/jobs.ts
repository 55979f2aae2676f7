import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";
import { verificationTarget } from "./rules.ts";

/** `url` is the listing's URL; `check` distinguishes one check of a claim from another. */
export const checkClaim = defineJob({
  kind: "check-claim",
  payload: z.object({ claimId: z.int() }),
  key: ({ claimId }, _url: string, check: string) => `check-claim:${claimId}:${check}`,
  lane: (_, url: string) => `claim:${verificationTarget(url).name}`,
  attempts: 5,
  concurrency: 4,
});

export const recheckClaims = defineScheduledJob({ kind: "claim-checks", every: "day" });

export const sweepClaims = defineScheduledJob({ kind: "sweep-claims", every: "day" });
