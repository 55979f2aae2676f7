import type { ClaimedListing } from "#db/queries/claims/claimed-listings.ts";
import { isRelatedTo, listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import type { Claim, Claimant } from "#db/queries/claims/claims.ts";
import { ownClaim } from "#db/queries/claims/claims.ts";
import { urlKey } from "#db/queries/listings/company-key.ts";
import type { Db } from "#db/store/store.ts";
import { withScheme } from "../core/calls/vet-url.ts";
import { invalid, notFound } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";

/** Whose claims a call is about. */
export const claimantOf = (context: CallContext): Claimant => {
  const { accountId, isTest } = accountOf(context);
  return { accountId, siteId: context.site.id, isTest };
};

/**
 * The listing that a slug names to an account, or to nobody in particular; null for an unknown slug and for a listing of
 * others that is not public, unless `url` is its product's URL. Throws 422 for another URL of a listing that is known.
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
  const isKnown = listing.status === "live" || (accountId !== null && (await isRelatedTo(db, accountId, listing)));
  if (isKnown && url !== undefined)
    invalid("url", "other_product", `is not the URL of ${slug}`, { fix: "Leave it out, or check the slug." });
  return isKnown ? listing : null;
}

/** The caller's claim, or 404, also where it is somebody else's. */
export async function claimOf(db: Db, context: CallContext, id: number): Promise<Claim> {
  const why = "See the ids of the account's claims.";
  return (
    (await ownClaim(db, claimantOf(context), id)) ??
    notFound("claim", id, [{ tool: "list_my_claims", why, who: "agent" }])
  );
}
