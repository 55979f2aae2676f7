import { listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimById, dueRechecks, dueRenewals } from "#db/queries/claims/claims.ts";
import { enqueueAll } from "#db/queries/common/jobs.ts";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import { utcDay } from "#db/values/week.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { handleJobs } from "../core/operations/job.ts";
import applyProofResult from "./apply-proof-result.ts";
import { checkProof, type ProofPorts } from "./checks/check.ts";
import { type CheckResult, missed } from "./checks/check-result.ts";
import expireClaims from "./expire-claims.ts";
import * as jobs from "./jobs.ts";
import { checkClaim } from "./jobs.ts";
import renewClaim from "./renew-claim.ts";

export interface ClaimPorts extends ProofPorts {
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

/**
 * The number of attempts at a monthly check if a site does not respond. They take over an hour, longer than a forge's
 * rate limit.
 */
export const recheckAttempts = 11;

export const claimJobs = (ports: ClaimPorts) =>
  handleJobs(jobs, {
    checkClaim: {
      async run({ read, signal, finish, attempt }, { claimId }) {
        const claim = await claimById(read, claimId);
        if (!claim || !isOpen(claim)) return undefined;
        const listing = await listingOfClaim(read, claim);
        const { base } = ports.urlsOf((await siteById(read, claim.siteId))!);
        // If the listing's URL has changed since the claim was made, its current URL has to show the proof.
        const url = listing?.url ?? claim.url;
        const result = await checkProof(ports, { ...claim, url }, base, signal);
        // A pending claim gets its result immediately. For a verified claim, a temporary failure leads to another
        // attempt.
        if (claim.status === "verified" && !result.isFound && result.isTemporary && attempt < recheckAttempts)
          throw new Error(result.message);
        return finish(applyProofResult, { claim_id: claimId, outcome: outcomeOf(result) }, claim.siteId);
      },
      async onDead({ read, finish }, { claimId }) {
        const claim = await claimById(read, claimId);
        if (claim?.status !== "pending") return undefined;
        const outcome = outcomeOf(missed("not_checked", "We could not check for the proof. Try again."));
        return finish(applyProofResult, { claim_id: claimId, outcome }, claim.siteId);
      },
    },

    recheckClaims: {
      run:
        async ({ now, finish }) =>
        async (tx) => {
          const day = utcDay(now);
          const due = await dueRechecks(tx, now);
          const checks = due.map(({ id, url }) => checkClaim.request({ claimId: id }, url, day));
          const requests = checks.map((check) => ({ ...check, maxAttempts: recheckAttempts }));
          await enqueueAll(tx, requests, now);
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
