import { makeReadOnly, removeOwner } from "#db/queries/accounts/access.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { accessTo } from "#db/queries/accounts/owners.ts";
import { listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimsOnCompany, updateClaim } from "#db/queries/claims/claims.ts";
import { showProof } from "#db/queries/claims/verification.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { accessEndedMail } from "../mails.ts";

interface ClaimError {
  code: string;
  message: string;
}

/**
 * Ends a proof. An account whose access came only from proofs gets read-only access after the last one, as do the
 * people it invited.
 */
export async function endProof(tx: Tx, claim: Claim, error: ClaimError, now: Date) {
  const revoked = await updateClaim(tx, claim.id, {
    status: "revoked",
    errorCode: error.code,
    errorMessage: error.message,
    nextCheckAt: null,
    linkHash: null,
    verifiedUntil: null,
  });
  const { companyId, accountId } = claim;
  if (companyId === null || claim.isTest) return { revoked, readOnly: [] };
  await showProof(tx, companyId);
  const cameByProof = (await accessTo(tx, accountId, companyId))?.via.startsWith("claim:");
  return { revoked, readOnly: cameByProof ? await makeReadOnly(tx, { companyId, accountId }, now) : [] };
}

/** Revokes the claim and notifies the other people who get read-only access. The caller notifies the claimant. */
export async function revoke(tx: Tx, context: CallContext, claim: Claim, error: ClaimError): Promise<Claim> {
  const { revoked, readOnly } = await endProof(tx, claim, error, context.now);
  const others = readOnly.filter((id) => id !== claim.accountId);
  await notifyReadOnly(tx, context, claim, others);
  return revoked;
}

/** Removes an owner. People whose access came from the owner's proofs get read-only access. */
export async function removeAccess(
  tx: Tx,
  context: CallContext,
  { companyId, accountId, listing }: { companyId: number; accountId: number; listing: { id: number; slug: string } },
  error: ClaimError,
): Promise<void> {
  const lost = new Set<number>();
  for (const { claim, account } of await claimsOnCompany(tx, companyId, "verified"))
    if (account.id === accountId)
      for (const id of (await endProof(tx, claim, error, context.now)).readOnly) lost.add(id);
  await removeOwner(tx, { companyId, accountId }, context.now);
  lost.delete(accountId);
  await notifyReadOnly(tx, context, { listingId: listing.id, slug: listing.slug }, [...lost]);
}

export async function notifyReadOnly(
  tx: Tx,
  { mail, urls }: Pick<CallContext, "mail" | "urls">,
  claim: Pick<Claim, "listingId" | "slug">,
  accountIds: readonly number[],
): Promise<void> {
  const name = (await listingOfClaim(tx, claim))?.name ?? claim.slug;
  for (const id of accountIds) {
    const account = await accountById(tx, id);
    if (account && account.suspendedAt === null)
      await mail(tx, account.email, { greeting: account.name, ...accessEndedMail(name, claim.slug, urls) });
  }
}
