import * as z from "zod";
import { whyRevoked } from "#db/queries/claims/claim-history.ts";
import { verificationOf } from "#db/queries/claims/verification.ts";
import { mergedInto } from "#db/queries/listings/merge-listing.ts";
import { type OwnListing, ownListing } from "#db/queries/listings/owner-listings.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { type NextAction, notFound, Problem } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";

export const listingId = z.int().min(1).meta({ description: "Id from list_my_listings", example: 3 });

export const readMyListing = (listing_id: number, why: string): NextAction => ({
  tool: "get_my_listing",
  arguments: { listing_id },
  why,
  who: "agent",
});

/** Returns one of the account's listings for editing. Throws 404 for other listings and 409 for read-only access. */
export async function listingOf(db: Db, context: CallContext, id: number): Promise<OwnListing> {
  const listing = await readableListing(db, context, id);
  const why = await whyReadOnly(db, context, listing);
  if (why === null) return listing;
  const slug = (await mergedInto(db, listing.siteId, listing.slug))?.slug ?? listing.slug;
  throw new Problem("state_conflict", why, {
    nextActions: [
      {
        tool: "claim_listing",
        arguments: { slug, method: "meta" },
        why: "Verify the user's ownership again to edit the listing (other methods: dns, file, email).",
        who: "agent",
      },
    ],
  });
}

/** Returns the reason why the account has read-only access, or null if it may edit. */
export async function whyReadOnly(
  db: Db,
  context: CallContext,
  { isReadOnly, siteId, slug, companyId, name }: OwnListing,
): Promise<string | null> {
  if (!isReadOnly) return null;
  const merged = await mergedInto(db, siteId, slug);
  if (merged)
    return `You have read-only access to ${name}, because the team merged this listing into ${merged.slug}. To edit that listing, claim it or ask the team for access.`;
  const proof = await verificationOf(db, companyId);
  if (proof)
    return `You have read-only access to ${name}, because another account has verified ownership by ${proof.method}.`;
  const why = await whyRevoked(db, accountOf(context).accountId, companyId);
  return `You have read-only access to ${name}, because the verification behind your access has ended.${why === null ? "" : ` ${why}`}`;
}

export async function readableListing(db: Db, context: CallContext, id: number): Promise<OwnListing> {
  const why = "See the ids of your listings.";
  return (
    (await ownListing(db, accountOf(context), id)) ??
    notFound("listing", id, [{ tool: "list_my_listings", why, who: "agent" }])
  );
}

export type ListingSite = Pick<CallContext, "site" | "urls">;

/** Returns the site of a listing, which may differ from the site of the call. */
export async function siteOfListing(
  db: Db,
  { site, urls, urlsOf }: Pick<CallContext, "site" | "urls" | "urlsOf">,
  { siteId }: { siteId: number },
): Promise<ListingSite> {
  if (siteId === site.id) return { site, urls };
  // A sandbox uses the URLs of the site it belongs to.
  const home = (await siteById(db, siteId))!;
  return home.id === site.id ? { site, urls } : { site: home, urls: urlsOf(home) };
}

/** Throws 409 for a suspended, archived or rejected listing. */
export function requireAccepting({ id, name, status }: OwnListing): void {
  if (status !== "suspended" && status !== "archived" && status !== "rejected") return;
  throw new Problem("state_conflict", `${name} has the status ${status}, so you cannot add anything to it.`, {
    nextActions: [readMyListing(id, "See the reason and the next steps.")],
  });
}
