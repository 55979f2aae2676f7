import { accountById } from "#db/queries/accounts/accounts.ts";
import { type Claim, type ClaimedListing, claimByLink, claimedListing } from "#db/queries/claims/claims.ts";
import { disputeOfClaim } from "#db/queries/claims/disputes.ts";
import type { Db } from "#db/store/store.ts";
import { nameForOthers } from "../account/shared/rules.ts";
import type { CallContext } from "../core/operations/context.ts";
import { emailFault, proofPlace } from "./rules.ts";
import { statusOf } from "./shared/records.ts";

export interface LinkedClaim {
  claim: Claim;
  listing: ClaimedListing;
  /** The claimant's name, as the recipient of the link may read it. */
  by: string;
}

/** The claim behind a mailed link, which is known by the hash of its secret; null where it works no more. */
export async function openClaimLink(
  db: Db,
  { site, now }: Pick<CallContext, "site" | "now">,
  linkHash: string,
): Promise<LinkedClaim | null> {
  const claim = await claimByLink(db, linkHash, now);
  if (!claim || claim.siteId !== site.id || claim.listingId === null) return null;
  const status = statusOf(claim, await disputeOfClaim(db, claim.id), now);
  const [listing, account] = [await claimedListing(db, claim.listingId), await accountById(db, claim.accountId)];
  // If the listing has moved since, the email has to prove its present place.
  const place = listing && proofPlace(listing.url);
  const isOpen =
    (status === "pending" || status === "verified") &&
    place?.methods.includes("email") &&
    emailFault(claim.email ?? "", place) === null;
  return isOpen && listing && account && !account.suspendedAt ? { claim, listing, by: nameForOthers(account) } : null;
}
