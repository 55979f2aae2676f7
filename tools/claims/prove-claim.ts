import { accountById } from "#db/queries/accounts/accounts.ts";
import { type Claim, listingOfClaim, updateClaim } from "#db/queries/claims/claims.ts";
import { casesOfClaimant, endDispute, openDispute } from "#db/queries/claims/disputes.ts";
import type { Tx } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import type { CallContext } from "../core/operations/context.ts";
import { giveOwnership, verifiedOwners } from "./give-ownership.ts";
import { caseOpenedToClaimant, caseOpenedToOwner } from "./mails.ts";

/**
 * What follows once the proof of a pending claim is seen: ownership, or the team's decision if somebody else has proved
 * the company before. A claimant has one open case for a company, and its owners get one mail about it, however often
 * the claimant proves it. The transaction decides which of two claims came first.
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
  const cases = await casesOfClaimant(tx, claim);
  const open = cases.find(({ claimId, status, isProved }) => claimId !== claim.id && status === "open" && isProved);
  if (open)
    return updateClaim(tx, claim.id, {
      status: "failed",
      errorCode: "claimed",
      errorMessage: `Your claim ${open.claimId} has proved it already, and the team decides on that claim.`,
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
  await mail(tx, account.email, { greeting: account.name, ...caseOpenedToClaimant(listing.name, urls) });
  const content = caseOpenedToOwner(listing.name, nameForOthers(account), claim.method);
  if (cases.length === 0) for (const { email, name } of owners) await mail(tx, email, { greeting: name, ...content });
  return proved;
}
