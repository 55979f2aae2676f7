import type { Claim } from "#db/queries/claims/claims.ts";
import type { NewJob } from "#db/queries/common/jobs.ts";
import { proofPlace } from "./rules.ts";

/** The look for a claim's proof, as it is asked for; jobs.ts runs it. */
export const proofKind = "check-claim";

/** Tries of a monthly look whose site gives no answer: an hour and more, which outlasts a forge's limit of requests. */
export const recheckTries = 11;

/** `nth` tells the looks for one claim apart. */
export const proofJob = (claim: Pick<Claim, "id" | "url">, nth: string, maxAttempts = 5): NewJob => ({
  kind: proofKind,
  key: `${proofKind}:${claim.id}:${nth}`,
  lane: `claim:${proofPlace(claim.url).name}`,
  payload: { claimId: claim.id },
  maxAttempts,
});
