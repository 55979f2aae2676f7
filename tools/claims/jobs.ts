import * as z from "zod";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";
import { proofPlace } from "./rules.ts";

/** Looks for the proof of a claim to the listing of `url`; `nth` tells the looks for one claim apart. */
export const checkClaim = defineJob({
  kind: "check-claim",
  payload: z.object({ claimId: z.int() }),
  key: ({ claimId }, _url: string, nth: string) => `check-claim:${claimId}:${nth}`,
  lane: (_, url: string) => `claim:${proofPlace(url).name}`,
  attempts: 5,
  concurrency: 4,
});

/** Asks for a look at the proofs of claims that are a month old, and at mailboxes whether theirs still hold. */
export const recheckClaims = defineScheduledJob({ kind: "claim-checks", every: "day" });

/** Ends the claims that were not proved in time. */
export const sweepClaims = defineScheduledJob({ kind: "sweep-claims", every: "day" });
