import * as z from "zod";
import { makeReadOnly } from "#db/queries/accounts/access.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimsOnCompany, updateClaim } from "#db/queries/claims/claims.ts";
import { disputeCase, endDispute } from "#db/queries/claims/disputes.ts";
import { disputeStatuses } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { alreadyDecided } from "../moderation/shared/already-decided.ts";
import { grantOwnership, verifiedOwners } from "./grant-ownership.ts";
import { decidedMail } from "./mails.ts";
import { endProof, notifyReadOnly } from "./shared/end-proof.ts";

/** Owners whose access came through the losing side get read-only access. Their pending invitations become void. */
export default defineTeamTool({
  name: "decide_dispute",
  description: "Decides who owns a listing that two people have claimed. Both sides get the reason by email.",
  rest: { method: "POST", path: "/team/disputes/{dispute_id}/decision" },
  scopes: ["team:review"],
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
        throw await alreadyDecided(tx, `dispute:${dispute_id}`, `It is already ${dispute.status}.`, dispute.decidedAt);
      const listing = await listingOfClaim(tx, claim);
      if (!listing) return notFound("listing", claim.slug);
      if (decision === "grant" && claim.provedAt === null)
        throw new Problem(
          "state_conflict",
          "This claim has no proof yet, so it cannot be granted. Refuse the claim, or wait for its proof.",
        );
      const { id, companyId, name } = listing;
      const owners = await verifiedOwners(tx, companyId, claim.accountId);
      const status = decision === "grant" ? ("granted" as const) : ("refused" as const);
      await endDispute(tx, claim.id, { status, reason, decidedBy: accountOf(context).accountId }, now);
      if (decision === "grant") {
        await endOthers(tx, context, { claim, companyId, owners, reason });
        await grantOwnership(tx, context, claim);
      } else {
        const failed = { status: "failed", errorCode: "refused", errorMessage: reason, linkHash: null } as const;
        await updateClaim(tx, claim.id, failed);
        const lost = await makeReadOnly(tx, { companyId, accountId: claim.accountId }, now);
        await notifyReadOnly(tx, context, claim, lost);
      }
      await notifyBoth(tx, context, { name, isGranted: decision === "grant", claim, owners, reason });
      record({
        subjects: [`dispute:${dispute_id}`, `claim:${claim.id}`, `listing:${id}`, `company:${companyId}`],
        before: { status: "open" },
        after: { status, reason },
      });
      return { status };
    };
  },
});

interface Dispute {
  claim: Claim;
  owners: Awaited<ReturnType<typeof verifiedOwners>>;
  reason: string;
}

async function endOthers(
  tx: Tx,
  context: CallContext,
  { claim, companyId, owners, reason }: Dispute & { companyId: number },
): Promise<void> {
  const { now } = context;
  const lost: number[] = [];
  for (const { claim } of await claimsOnCompany(tx, companyId, "verified"))
    lost.push(...(await endProof(tx, claim, { code: "decided", message: reason }, now)).readOnly);
  for (const { id } of owners) lost.push(...(await makeReadOnly(tx, { companyId, accountId: id }, now)));
  const parties = new Set([claim.accountId, ...owners.map(({ id }) => id)]);
  const others = lost.filter((id) => !parties.has(id));
  await notifyReadOnly(tx, context, claim, others);
}

async function notifyBoth(
  tx: Tx,
  { mail, urls }: CallContext,
  { name, isGranted, claim, owners, reason }: Dispute & { name: string; isGranted: boolean },
): Promise<void> {
  const claimant = await accountById(tx, claim.accountId);
  if (claimant) {
    const result = isGranted ? "You are now the verified owner." : "Your claim was refused.";
    await mail(tx, claimant.email, { greeting: claimant.name, ...decidedMail(name, isGranted, result, reason, urls) });
  }
  for (const owner of owners) {
    const result = isGranted
      ? `${claimant ? nameForOthers(claimant) : "Someone else"} is now the verified owner. You can still view the listing.`
      : "The listing stays yours, and nothing changes.";
    await mail(tx, owner.email, { greeting: owner.name, ...decidedMail(name, !isGranted, result, reason, urls) });
  }
}
