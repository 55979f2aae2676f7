import { listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimById, dueRechecks, dueRenewals } from "#db/queries/claims/claims.ts";
import { enqueueAll } from "#db/queries/common/jobs.ts";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import { utcDay } from "#db/values/week.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { handleJobs } from "../core/operations/job.ts";
import applyProofResult from "./apply-proof-result.ts";
import { checkProof, type ProofPorts } from "./checks/check.ts";
import type { CheckResult } from "./checks/check-result.ts";
import expireClaims from "./expire-claims.ts";
import * as jobs from "./jobs.ts";
import { checkClaim } from "./jobs.ts";
import renewClaim from "./renew-claim.ts";

/** What checking claims needs from outside. */
export interface ClaimPorts extends ProofPorts {
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

/** Tries of a monthly look whose site gives no answer: an hour and more, which outlasts a forge's limit of requests. */
export const recheckTries = 11;

export const claimJobs = (ports: ClaimPorts) =>
  handleJobs(jobs, {
    checkClaim: {
      async run({ read, signal, finish, attempt }, { claimId }) {
        const claim = await claimById(read, claimId);
        if (!claim || !isOpen(claim)) return undefined;
        const listing = await listingOfClaim(read, claim);
        const { base } = ports.urlsOf((await siteById(read, claim.siteId))!);
        // Where the listing has moved meanwhile, its present address has to show the proof.
        const url = listing?.url ?? claim.url;
        const result = await checkProof(ports, { ...claim, url }, base, signal);
        // Who waits for an answer gets it at once; a proof from before is not given up for a bad minute.
        if (claim.status === "verified" && !result.isFound && result.isTemporary && attempt < recheckTries)
          throw new Error(result.message);
        return finish(applyProofResult, { claim_id: claimId, outcome: outcomeOf(result) }, claim.siteId);
      },
      async onDead({ read, finish }, { claimId }) {
        const claim = await claimById(read, claimId);
        const outcome = {
          isFound: false as const,
          code: "not_checked",
          message: "We could not look for it. Try again.",
        };
        return claim?.status === "pending"
          ? finish(applyProofResult, { claim_id: claimId, outcome }, claim.siteId)
          : undefined;
      },
    },

    recheckClaims: {
      run:
        async ({ now, finish }) =>
        async (tx) => {
          const day = utcDay(now);
          const due = await dueRechecks(tx, now);
          await enqueueAll(
            tx,
            due.map(({ id, url }) => ({
              ...checkClaim.request({ claimId: id }, url, day),
              maxAttempts: recheckTries,
            })),
            now,
          );
          for (const { id, siteId } of await dueRenewals(tx, now))
            await finish(renewClaim, { claim_id: id }, siteId)(tx);
        },
    },

    sweepClaims: { run: async ({ finish }) => finish(expireClaims, {}) },
  });

const isOpen = ({ status }: Claim) => status === "pending" || status === "verified";

const outcomeOf = (result: CheckResult) => {
  if (result.isFound) return result;
  const { isFound, code, message } = result;
  return { isFound, code, message };
};
