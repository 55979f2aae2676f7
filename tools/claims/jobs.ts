import * as z from "zod";
import { type Claim, claimById, listingOfClaim } from "#db/queries/claims/claims.ts";
import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { defineJob, type JobKind } from "../core/operations/job.ts";
import { checkProof, type ProofWorld } from "./checks/check.ts";
import type { Finding } from "./checks/finding.ts";
import { proofKind, recheckTries } from "./job-names.ts";
import settleClaim from "./settle-claim.ts";

/** What checking claims takes of the world. */
export interface ClaimWorld extends ProofWorld {
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

const payload = z.object({ claimId: z.int() });

/** Looks for the proof of a claim, and does what follows. */
export const claimJobs = (world: ClaimWorld): JobKind[] => [
  defineJob({
    kind: proofKind,
    payload,
    concurrency: 4,
    async run({ read, signal, finish, attempt }, { claimId }) {
      const claim = await claimById(read, claimId);
      if (!claim || !isOpen(claim)) return undefined;
      const listing = await listingOfClaim(read, claim);
      const { base } = world.urlsOf((await siteById(read, claim.siteId))!);
      // Where the listing has moved meanwhile, its present address has to show the proof.
      const url = listing?.url ?? claim.url;
      const finding = await checkProof(world, { ...claim, url }, base, signal);
      // Who waits for an answer gets it at once; a proof from before is not given up for a bad minute.
      if (claim.status === "verified" && !finding.isFound && finding.isTemporary && attempt < recheckTries)
        throw new Error(finding.message);
      return finish(settleClaim, { claim_id: claimId, outcome: outcomeOf(finding) }, claim.siteId);
    },
    onDead: async ({ read, finish }, { claimId }) => {
      const claim = await claimById(read, claimId);
      const outcome = { isFound: false as const, code: "not_checked", message: "We could not look for it. Try again." };
      return claim?.status === "pending"
        ? finish(settleClaim, { claim_id: claimId, outcome }, claim.siteId)
        : undefined;
    },
  }),
];

const isOpen = ({ status }: Claim) => status === "pending" || status === "verified";

const outcomeOf = (finding: Finding) => {
  if (finding.isFound) return finding;
  const { isFound, code, message } = finding;
  return { isFound, code, message };
};
