import * as z from "zod";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { nameOfClaimed } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimById, updateClaim } from "#db/queries/claims/claims.ts";
import { disputeOfClaim } from "#db/queries/claims/disputes.ts";
import { showProof } from "#db/queries/claims/verification.ts";
import { markSeen } from "#db/queries/listings/website-facts.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { daysFrom, valid } from "./grant-ownership.ts";
import { missedMail, revokedMail } from "./mails.ts";
import { proveClaim } from "./prove-claim.ts";
import { maxMisses, recheckDays } from "./rules.ts";
import { revoke } from "./shared/end-proof.ts";
import { claimId, statusOf } from "./shared/records.ts";

const outcome = z.union([
  z.strictObject({ isFound: z.literal(true) }),
  z.strictObject({ isFound: z.literal(false), code: z.string(), message: z.string() }),
]);
type Miss = Extract<z.output<typeof outcome>, { isFound: false }>;

export default defineOperation({
  name: "apply_proof_result",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ claim_id: claimId, outcome }),
  output: z.strictObject({}),
  async run(context, { claim_id, outcome }) {
    return async (tx, record) => {
      const claim = await claimById(tx, claim_id);
      const status = claim && statusOf(claim, await disputeOfClaim(tx, claim_id), context.now);
      if (!claim || (status !== "pending" && status !== "verified")) return {};
      const checked = { checkingSince: null, checkedAt: context.now.toISOString() };
      const present = await updateClaim(tx, claim_id, checked);
      if (outcome.isFound && isOnSite(claim)) await markSeen(tx, claim.companyId!, context.now.toISOString());
      const after = await steps[status](tx, context, present, outcome.isFound ? null : outcome);
      record({
        subjects: [
          `claim:${claim_id}`,
          ...(claim.listingId === null ? [] : [`listing:${claim.listingId}` as const]),
          ...(claim.companyId === null ? [] : [`company:${claim.companyId}` as const]),
        ],
        before: { status: claim.status, misses: claim.misses },
        after: { status: after.status, misses: after.misses, found: outcome.isFound ? "yes" : outcome.code },
      });
      return {};
    };
  },
});

// A DNS record does not prove that the website works.
const isOnSite = ({ method, companyId, isTest }: Claim) =>
  companyId !== null && !isTest && (method === "meta" || method === "file");

type Step = (tx: Tx, context: CallContext, claim: Claim, miss: Miss | null) => Promise<Claim>;

const steps: Record<"pending" | "verified", Step> = {
  pending: async (tx, context, claim, miss) =>
    miss
      ? updateClaim(tx, claim.id, { errorCode: miss.code, errorMessage: miss.message })
      : proveClaim(tx, context, claim),

  async verified(tx, context, claim, miss) {
    if (miss) return countMiss(tx, context, claim, miss);
    const renewed = await updateClaim(tx, claim.id, valid(claim, context.now));
    if (!claim.isTest && claim.companyId !== null) await showProof(tx, claim.companyId);
    return renewed;
  },
};

async function countMiss(tx: Tx, context: CallContext, claim: Claim, miss: Miss): Promise<Claim> {
  const { now, mail, urls } = context;
  const misses = claim.misses + 1;
  const account = await accountById(tx, claim.accountId);
  const name = await nameOfClaimed(tx, claim);
  const missed = await updateClaim(tx, claim.id, {
    misses,
    nextCheckAt: daysFrom(now, recheckDays),
    errorCode: miss.code,
    errorMessage: miss.message,
  });
  const isOver = misses >= maxMisses;
  const after = isOver ? await revoke(tx, context, missed, miss) : missed;
  if (!account || claim.isTest) return after;
  const content = isOver
    ? revokedMail(name, `We checked ${maxMisses} times in a row and could not find the proof. ${miss.message}`, urls)
    : missedMail(name, misses, miss.message, urls);
  await mail(tx, account.email, { greeting: account.name, ...content });
  return after;
}
