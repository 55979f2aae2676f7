import * as z from "zod";
import { accountById } from "../../db/queries/accounts.ts";
import { claimsOnCompany, listingOfClaim, updateClaim } from "../../db/queries/claims.ts";
import { disputeCase, endDispute } from "../../db/queries/disputes.ts";
import { makeReadOnly, setVerification } from "../../db/queries/verification.ts";
import { disputeStatuses } from "../../db/schema/vocabulary.ts";
import type { Tx } from "../../db/store.ts";
import { accountOf, type CallContext } from "../core/context.ts";
import { defineOperation } from "../core/define.ts";
import { notFound, Problem } from "../core/errors.ts";
import { giveOwnership, revoke, verifiedOwners } from "./give-ownership.ts";
import { decidedMail, nameForOthers } from "./mails.ts";

/**
 * The team's word in a case. Granted, the claimant is the verified owner, and those who were may only read; refused,
 * all stays as it is. Both sides are told, with the reason.
 */
export default defineOperation({
  name: "decide_dispute",
  actors: ["team"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    dispute_id: z.int().min(1),
    decision: z.enum(["grant", "refuse"]),
    reason: z.string().trim().min(1).max(2000),
  }),
  output: z.strictObject({ status: z.enum(disputeStatuses) }),
  async run(context, { dispute_id, decision, reason }) {
    const { now, site } = context;
    return async (tx, record) => {
      const found = await disputeCase(tx, dispute_id);
      if (!found || found.claim.siteId !== site.id) return notFound("dispute", dispute_id);
      const { dispute, claim } = found;
      if (dispute.status !== "open")
        throw new Problem("state_conflict", `Case ${dispute_id} is ${dispute.status} already.`);
      const listing = await listingOfClaim(tx, claim);
      if (!listing) return notFound("listing", claim.slug);
      if (decision === "grant" && claim.provedAt === null)
        throw new Problem(
          "state_conflict",
          "Nothing proves this claim yet, so it cannot be granted. Refuse it, or wait.",
        );
      const owners = await verifiedOwners(tx, listing.companyId, claim.accountId);
      const status = decision === "grant" ? ("granted" as const) : ("refused" as const);
      await endDispute(tx, claim.id, { status, reason, decidedBy: accountOf(context).accountId }, now);
      if (decision === "grant") {
        await endOthers(tx, context, listing.companyId, owners, reason);
        await giveOwnership(tx, context, claim);
      } else
        await updateClaim(tx, claim.id, {
          status: "failed",
          errorCode: "refused",
          errorMessage: reason,
          linkHash: null,
        });
      await tellBoth(
        tx,
        context,
        { name: listing.name, isGranted: decision === "grant", reason },
        claim.accountId,
        owners,
      );
      record({
        subjects: [
          `dispute:${dispute_id}`,
          `claim:${claim.id}`,
          `listing:${listing.id}`,
          `company:${listing.companyId}`,
        ],
        before: { status: "open" },
        after: { status, reason },
      });
      return { status };
    };
  },
});

type Owners = Awaited<ReturnType<typeof verifiedOwners>>;

/** Whoever was the verified owner may only read from now on. */
async function endOthers(
  tx: Tx,
  { now }: CallContext,
  companyId: number,
  owners: Owners,
  reason: string,
): Promise<void> {
  for (const { claim } of await claimsOnCompany(tx, companyId, "verified"))
    await revoke(tx, claim, { code: "decided", message: reason }, now);
  for (const { id } of owners) await makeReadOnly(tx, { companyId, accountId: id, claimId: null }, now);
  await setVerification(tx, companyId, null);
}

async function tellBoth(
  tx: Tx,
  { mail, urls }: CallContext,
  { name, isGranted, reason }: { name: string; isGranted: boolean; reason: string },
  claimantId: number,
  owners: Owners,
): Promise<void> {
  const claimant = await accountById(tx, claimantId);
  if (claimant) {
    const what = isGranted ? "You own it now." : "Your claim is refused.";
    await mail(tx, claimant.email, { greeting: claimant.name, ...decidedMail(name, isGranted, what, reason, urls) });
  }
  for (const owner of owners) {
    const what = isGranted
      ? `${claimant ? nameForOthers(claimant) : "Somebody else"} owns it now. You may still read it.`
      : "It stays yours, and nothing changes.";
    await mail(tx, owner.email, { greeting: owner.name, ...decidedMail(name, !isGranted, what, reason, urls) });
  }
}
