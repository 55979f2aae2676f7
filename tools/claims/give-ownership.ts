import { endUnproved, joinByClaim, ownersOfCompany } from "#db/queries/accounts/access.ts";
import { accountById } from "#db/queries/accounts/accounts.ts";
import { type ClaimedListing, listingOfClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimsOnCompany, updateClaim } from "#db/queries/claims/claims.ts";
import { endDispute } from "#db/queries/claims/disputes.ts";
import { showProof } from "#db/queries/claims/verification.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import type { CallContext } from "../core/operations/context.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { joinedMail, lostMail, verifiedMail } from "./mails.ts";
import { emailAskDays, emailDays, maxMisses, recheckDays } from "./rules.ts";

export const daysFrom = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString();

/** Until when a proof seen now holds, and when it is looked at again. */
export const validity = ({ method }: Pick<Claim, "method">, now: Date) =>
  method === "email"
    ? { verifiedUntil: daysFrom(now, emailDays), nextCheckAt: daysFrom(now, emailAskDays) }
    : { verifiedUntil: daysFrom(now, maxMisses * recheckDays), nextCheckAt: daysFrom(now, recheckDays) };

/** Those who have proved a company to be theirs and may edit it, but for one account; none where nobody has. */
export async function verifiedOwners(db: Db, companyId: number, butFor: number) {
  const owners = await ownersOfCompany(db, companyId);
  // Who owns it already has nothing to dispute.
  if (owners.some(({ id }) => id === butFor)) return [];
  const proved = new Set((await claimsOnCompany(db, companyId, "verified")).map(({ account }) => account.id));
  return owners.filter(({ id }) => proved.has(id));
}

/**
 * Applies a proved claim: its account may edit the company, the company is verified on every site, owners without a
 * proof become read-only, and other claims without a proof fail. Notifies everyone concerned.
 */
export async function giveOwnership(tx: Tx, context: CallContext, claim: Claim): Promise<Claim> {
  const { now, urls, mail } = context;
  const verified = await updateClaim(tx, claim.id, {
    status: "verified",
    provedAt: claim.provedAt ?? now.toISOString(),
    misses: 0,
    errorCode: null,
    errorMessage: null,
    linkHash: null,
    ...validity(claim, now),
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
  await failOthers(tx, context, verified, listing);
  for (const owner of before) {
    const access = readOnly.has(owner.id) ? "read" : "edit";
    const content = joinedMail(name, nameForOthers(account), claim.method, access);
    await mail(tx, owner.email, { greeting: owner.name, ...content });
  }
  await mail(tx, account.email, {
    greeting: account.name,
    ...verifiedMail(name, claim.method, verified.verifiedUntil!, urls),
  });
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
    // A claim in a case is proved too, so the team decides between both.
    if (!isOwn && claim.provedAt !== null) continue;
    await updateClaim(tx, claim.id, {
      status: "failed",
      errorCode: "claimed",
      errorMessage: isOwn
        ? `You have proved it by claim ${winner.id}.`
        : "Somebody else has proved first that it is theirs.",
      checkingSince: null,
      linkHash: null,
    });
    await endDispute(tx, claim.id, { status: "withdrawn" }, now);
    if (!isOwn) await mail(tx, account.email, { greeting: account.name, ...lostMail(name, urls) });
  }
}
