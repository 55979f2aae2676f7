import * as z from "zod";
import { whyRevoked } from "#db/queries/claims/claim-history.ts";
import { verificationOf } from "#db/queries/claims/verification.ts";
import { type OwnListing, ownListing } from "#db/queries/listings/owner-listings.ts";
import { siteById } from "#db/queries/sites/sites.ts";
import type { Db } from "#db/store/store.ts";
import { notFound, Problem } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";

/** Path field of every operation on one listing of the account. */
export const listingId = z.int().min(1).meta({ description: "As in list_my_listings", example: 3 });

/** The account's listing to be changed, or 404, also where it is somebody else's. Throws 409 where it may only be read. */
export async function listingOf(db: Db, context: CallContext, id: number): Promise<OwnListing> {
  const listing = await readableListing(db, context, id);
  const why = await whyReadOnly(db, context, listing);
  if (why === null) return listing;
  throw new Problem("state_conflict", why, {
    nextActions: [
      {
        tool: "claim_listing",
        arguments: { slug: listing.slug },
        why: "Prove again that it is the person's company; then it can be edited as before.",
        who: "agent",
      },
    ],
  });
}

/** Why the account may only read a listing, in sentences; null where it may edit it. */
export async function whyReadOnly(
  db: Db,
  context: CallContext,
  { isReadOnly, companyId, name }: OwnListing,
): Promise<string | null> {
  if (!isReadOnly) return null;
  const proof = await verificationOf(db, companyId);
  if (proof) return `Another account has proved by ${proof.method} that ${name} is theirs, so you can only read it.`;
  const why = await whyRevoked(db, accountOf(context).accountId, companyId);
  return `The proof behind your access to ${name} has ended, so you can only read it.${why === null ? "" : ` ${why}`}`;
}

/** The account's listing to be read, or 404, also where it is somebody else's. */
export async function readableListing(db: Db, context: CallContext, id: number): Promise<OwnListing> {
  const why = "See the ids of the account's listings.";
  return (
    (await ownListing(db, accountOf(context), id)) ??
    notFound("listing", id, [{ tool: "list_my_listings", why, who: "agent" }])
  );
}

/** A site with its addresses. */
export type ListingSite = Pick<CallContext, "site" | "urls">;

/** The site a listing is on, which need not be the one a call came to, with that site's own addresses. */
export async function siteOfListing(
  db: Db,
  { site, urls, urlsOf }: Pick<CallContext, "site" | "urls" | "urlsOf">,
  { siteId }: { siteId: number },
): Promise<ListingSite> {
  if (siteId === site.id) return { site, urls };
  // A sandbox is at the addresses of its site.
  const home = (await siteById(db, siteId))!;
  return home.id === site.id ? { site, urls } : { site: home, urls: urlsOf(home) };
}

/** Throws 409 for a listing that the team or its owner has taken down: nothing new is said there. */
export function requireUp({ id, name, status }: OwnListing): void {
  if (status !== "suspended" && status !== "archived" && status !== "rejected") return;
  throw new Problem("state_conflict", `${name} is ${status}, so nothing can be added to it.`, {
    nextActions: [
      { tool: "get_my_listing", arguments: { listing_id: id }, why: "See why, and what helps.", who: "agent" },
    ],
  });
}
