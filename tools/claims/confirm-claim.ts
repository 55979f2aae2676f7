import * as z from "zod";
import { updateClaim } from "#db/queries/claims/claims.ts";
import { showProof } from "#db/queries/claims/verification.ts";
import { claimStatuses } from "#db/schema/vocabulary.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { openClaimLink } from "./claim-link.ts";
import { validity } from "./give-ownership.ts";
import { proveClaim } from "./prove-claim.ts";

/**
 * Proves a claim by the secret of a link that was mailed to the company, or lets it hold for another year. It is called
 * for the account that claims, though whoever reads mail there may be somebody else, and needs no account.
 */
export default defineOperation({
  name: "confirm_claim",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ token: z.string().max(200) }),
  output: z.strictObject({ status: z.enum(claimStatuses) }),
  async run(context, { token }) {
    const { now } = context;
    return async (tx, record) => {
      const found = await openClaimLink(tx, context, context.hashSecret(token));
      if (!found) throw new Problem("not_found", "This link was used, replaced, or has run out.");
      const { claim, listing } = found;
      const checked = { linkHash: null, checkedAt: now.toISOString(), attempts: claim.attempts + 1 };
      const seen = await updateClaim(tx, claim.id, checked);
      const after =
        claim.status === "verified"
          ? await updateClaim(tx, claim.id, { misses: 0, errorCode: null, errorMessage: null, ...validity(claim, now) })
          : await proveClaim(tx, context, seen);
      if (claim.status === "verified" && !claim.isTest) await showProof(tx, listing.companyId);
      record({
        subjects: [`claim:${claim.id}`, `listing:${listing.id}`, `company:${listing.companyId}`],
        before: { status: claim.status, verified_until: claim.verifiedUntil },
        after: { status: after.status, verified_until: after.verifiedUntil },
      });
      return { status: after.status };
    };
  },
});
