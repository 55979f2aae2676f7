import { accountById } from "../../db/queries/accounts.ts";
import { type Claim, listingOfClaim, updateClaim } from "../../db/queries/claims.ts";
import { endDispute, openDispute } from "../../db/queries/disputes.ts";
import type { Tx } from "../../db/store.ts";
import type { CallContext } from "../core/context.ts";
import { giveOwnership, verifiedOwners } from "./give-ownership.ts";
import { proofInCase } from "./mails.ts";

/**
 * What follows once the proof of a pending claim is seen: ownership, or, where somebody else has proved it before, the
 * team's decision. The transaction decides who of two came first.
 */
export async function proveClaim(tx: Tx, context: CallContext, claim: Claim): Promise<Claim> {
  const { now, urls, mail } = context;
  const listing = await listingOfClaim(tx, claim);
  if (!listing) return claim;
  const owners = await verifiedOwners(tx, listing.companyId, claim.accountId);
  if (owners.length === 0) {
    // Whoever stood against it has lost their own proof meanwhile.
    await endDispute(tx, claim.id, { status: "withdrawn" }, now);
    return giveOwnership(tx, context, claim);
  }
  await openDispute(tx, claim.id, now);
  const proved = await updateClaim(tx, claim.id, {
    provedAt: claim.provedAt ?? now.toISOString(),
    linkHash: null,
    errorCode: null,
    errorMessage: null,
  });
  const account = await accountById(tx, claim.accountId);
  if (account && claim.provedAt === null && !claim.isTest)
    await mail(tx, account.email, { greeting: account.name, ...proofInCase(listing.name, urls) });
  return proved;
}
