import { type ClaimedListing, isRelatedTo, listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { type Claim, type Claimant, ownClaim } from "#db/queries/claims/claims.ts";
import { urlKey } from "#db/queries/listings/company-key.ts";
import type { Db } from "#db/store/store.ts";
import { withScheme } from "../core/calls/vet-url.ts";
import { invalid, notFound } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";

export const claimantOf = (context: CallContext): Claimant => {
  const { accountId, isTest } = accountOf(context);
  return { accountId, siteId: context.site.id, isTest };
};

/**
 * Finds a listing by its slug. If the account may not see the listing, `url` must be the listing's URL. Throws 422 if
 * `url` is wrong but the account may see the listing.
 */
export async function listingNamed(
  db: Db,
  siteId: number,
  { slug, url }: { slug: string; url?: string | undefined },
  accountId: number | null,
): Promise<ClaimedListing | null> {
  const listing = await listingToClaim(db, siteId, slug);
  if (!listing) return null;
  const given = url === undefined ? null : URL.parse(withScheme(url));
  if (given && urlKey(given.href) === urlKey(listing.url)) return listing;
  const isVisible = listing.status === "live" || (accountId !== null && (await isRelatedTo(db, accountId, listing)));
  if (isVisible && url !== undefined)
    invalid("url", "other_product", `is not the URL of ${slug}`, { fix: "Omit it, or check the slug." });
  return isVisible ? listing : null;
}

export const claimOf = async (db: Db, context: CallContext, id: number): Promise<Claim> =>
  (await ownClaim(db, claimantOf(context), id)) ??
  notFound("claim", id, [{ tool: "list_my_claims", why: "List the account's claims with their ids.", who: "agent" }]);
