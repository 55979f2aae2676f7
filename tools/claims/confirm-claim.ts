import * as z from "zod";
import { updateClaim } from "#db/queries/claims/claims.ts";
import { showProof } from "#db/queries/claims/verification.ts";
import { claimStatuses } from "#db/schema/vocabulary.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { openClaimLink } from "./claim-link.ts";
import { valid } from "./grant-ownership.ts";
import { proveClaim } from "./prove-claim.ts";

/** Acts for the claiming account, because the person who reads the email may be somebody else without an account. */
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
      if (!found)
        throw new Problem(
          "not_found",
          "This link has expired, has already been used or has been replaced by a newer one. Claim the listing again to get a new link.",
        );
      const { claim, listing } = found;
      const checked = { linkHash: null, checkedAt: now.toISOString(), attempts: claim.attempts + 1 };
      let after = await updateClaim(tx, claim.id, checked);
      if (claim.status === "verified") {
        after = await updateClaim(tx, claim.id, valid(claim, now));
        if (!claim.isTest) await showProof(tx, listing.companyId);
      } else after = await proveClaim(tx, context, after);
      record({
        subjects: [`claim:${claim.id}`, `listing:${listing.id}`, `company:${listing.companyId}`],
        before: { status: claim.status, verified_until: claim.verifiedUntil },
        after: { status: after.status, verified_until: after.verifiedUntil },
      });
      return { status: after.status };
    };
  },
});
