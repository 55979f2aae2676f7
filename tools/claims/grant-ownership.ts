import { endUnproved, joinByClaim, ownersOfCompany } from "#db/queries/accounts/access.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { type ClaimedListing, listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimsOnCompany, updateClaim } from "#db/queries/claims/claims.ts";
import { endDispute } from "#db/queries/claims/disputes.ts";
import { showProof } from "#db/queries/claims/verification.ts";
import { takeOverQueue } from "#db/queries/launches/free-places.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import type { CallContext } from "../core/operations/context.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { joinedMail, lostMail, verifiedMail } from "./mails.ts";
import { emailAskDays, emailDays, maxMisses, recheckDays } from "./rules.ts";

export const daysFrom = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString();

export const valid = ({ method }: Pick<Claim, "method">, now: Date) => ({
  misses: 0,
  errorCode: null,
  errorMessage: null,
  verifiedUntil: daysFrom(now, method === "email" ? emailDays : maxMisses * recheckDays),
  nextCheckAt: daysFrom(now, method === "email" ? emailAskDays : recheckDays),
});

/** The company's owners who have proof. The list is empty if the claimant can already edit the company. */
export async function verifiedOwners(db: Db, companyId: number, claimantId: number) {
  const owners = await ownersOfCompany(db, companyId);
  if (owners.some(({ id }) => id === claimantId)) return [];
  const proved = new Set((await claimsOnCompany(db, companyId, "verified")).map(({ account }) => account.id));
  return owners.filter(({ id }) => proved.has(id));
}

/** Verifies the company on every site. Owners without proof get read-only access, and other unproved claims fail. */
export async function grantOwnership(tx: Tx, context: CallContext, claim: Claim): Promise<Claim> {
  const { now, urls, mail } = context;
  const verified = await updateClaim(tx, claim.id, {
    status: "verified",
    provedAt: claim.provedAt ?? now.toISOString(),
    linkHash: null,
    ...valid(claim, now),
  });
  const listing = await listingOfClaim(tx, claim);
  const account = await accountById(tx, claim.accountId);
  if (claim.isTest || !listing || !account) return verified;
  const { companyId, name } = listing;
  const before = (await ownersOfCompany(tx, companyId)).filter(({ id }) => id !== account.id);
  await joinByClaim(tx, companyId, account.id, claim.id, now);
  await resumeWaitingListings(tx, account.id, now);
  await showProof(tx, companyId);
  const readOnly = new Set(await endUnproved(tx, companyId, now));
  await takeOverQueue(tx, companyId, account.id);
  await failOthers(tx, context, verified, listing);
  for (const owner of before) {
    const access = readOnly.has(owner.id) ? "read" : "edit";
    const content = joinedMail(name, nameForOthers(account), claim.method, access);
    await mail(tx, owner.email, { greeting: owner.name, ...content });
  }
  const content = verifiedMail(name, claim.method, verified.verifiedUntil!, urls);
  await mail(tx, account.email, { greeting: account.name, ...content });
  return verified;
}

async function failOthers(
  tx: Tx,
  { mail, urls, now }: CallContext,
  winner: Claim,
  { companyId, name }: ClaimedListing,
) {
  for (const { claim, account } of await claimsOnCompany(tx, companyId, "pending")) {
    const isOwn = account.id === winner.accountId;
    // Another claim that is already proved is in dispute, so the team decides between the two claims.
    if (!isOwn && claim.provedAt !== null) continue;
    await updateClaim(tx, claim.id, {
      status: "failed",
      errorCode: "claimed",
      errorMessage: isOwn
        ? `Your claim ${winner.id} is verified instead.`
        : "Someone else proved their ownership of this listing first.",
      checkingSince: null,
      linkHash: null,
    });
    await endDispute(tx, claim.id, { status: "withdrawn" }, now);
    if (!isOwn) await mail(tx, account.email, { greeting: account.name, ...lostMail(name, urls) });
  }
}
