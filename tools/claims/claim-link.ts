import { accountById } from "#db/queries/accounts/accounts.ts";
import { type ClaimedListing, claimedListing } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, claimByLink } from "#db/queries/claims/claims.ts";
import { disputeOfClaim } from "#db/queries/claims/disputes.ts";
import type { Db } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import type { CallContext } from "../core/operations/context.ts";
import { emailFault, verificationTarget } from "./rules.ts";
import { statusOf } from "./shared/records.ts";

export interface LinkedClaim {
  claim: Claim;
  listing: ClaimedListing;
  by: string;
}

export async function openClaimLink(
  db: Db,
  { site, now }: Pick<CallContext, "site" | "now">,
  linkHash: string,
): Promise<LinkedClaim | null> {
  const claim = await claimByLink(db, linkHash, now);
  if (!claim || claim.siteId !== site.id || claim.listingId === null) return null;
  const status = statusOf(claim, await disputeOfClaim(db, claim.id), now);
  const [listing, account] = [await claimedListing(db, claim.listingId), await accountById(db, claim.accountId)];
  // If the listing's URL has changed since the claim was made, the email address must fit the current URL.
  const target = listing && verificationTarget(listing.url);
  const isOpen =
    (status === "pending" || status === "verified") &&
    target?.methods.includes("email") &&
    emailFault(claim.email ?? "", target) === null;
  return isOpen && listing && account && !account.suspendedAt ? { claim, listing, by: nameForOthers(account) } : null;
}
