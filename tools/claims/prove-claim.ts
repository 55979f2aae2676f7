import { accountById } from "#db/queries/accounts/accounts.ts";
import { casesOfClaimant } from "#db/queries/claims/claim-history.ts";
import { listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, updateClaim } from "#db/queries/claims/claims.ts";
import { endDispute, openDispute } from "#db/queries/claims/disputes.ts";
import type { Tx } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import type { CallContext } from "../core/operations/context.ts";
import { grantOwnership, verifiedOwners } from "./grant-ownership.ts";
import { disputeOpenedToClaimant, disputeOpenedToOwner } from "./mails.ts";

/**
 * Even if a claimant proves ownership of a company repeatedly, only one dispute is open and the owners get one email.
 */
export async function proveClaim(tx: Tx, context: CallContext, claim: Claim): Promise<Claim> {
  const { now, urls, mail } = context;
  const listing = await listingOfClaim(tx, claim);
  if (!listing) return claim;
  const owners = await verifiedOwners(tx, listing.companyId, claim.accountId);
  if (owners.length === 0) {
    // The other side of an open dispute has since lost its proof.
    await endDispute(tx, claim.id, { status: "withdrawn" }, now);
    return grantOwnership(tx, context, claim);
  }
  const disputes = await casesOfClaimant(tx, claim);
  const open = disputes.find(({ claimId, status, isProved }) => claimId !== claim.id && status === "open" && isProved);
  if (open)
    return updateClaim(tx, claim.id, {
      status: "failed",
      errorCode: "claimed",
      errorMessage: `Your claim ${open.claimId} is already proved, and the team is deciding who owns the listing.`,
      linkHash: null,
    });
  await openDispute(tx, claim.id, now);
  const proved = await updateClaim(tx, claim.id, {
    provedAt: claim.provedAt ?? now.toISOString(),
    linkHash: null,
    errorCode: null,
    errorMessage: null,
  });
  const account = await accountById(tx, claim.accountId);
  if (!account || claim.provedAt !== null || claim.isTest) return proved;
  await mail(tx, account.email, { greeting: account.name, ...disputeOpenedToClaimant(listing.name, urls) });
  const content = disputeOpenedToOwner(listing.name, nameForOthers(account), claim.method);
  if (disputes.length === 0)
    for (const { email, name } of owners) await mail(tx, email, { greeting: name, ...content });
  return proved;
}
