import { nearListings } from "#db/queries/founders/near-slugs.ts";
import { mergedInto } from "#db/queries/listings/merge-listing.ts";
import { type OwnListing, ownListingBySlug } from "#db/queries/listings/owner-listings.ts";
import { unknownSlugs } from "../../core/calls/unknown-slug.ts";
import { type NextAction, Problem } from "../../core/errors/errors.ts";
import { isAccount } from "../../core/operations/actor.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { readMyListing } from "./own-listing.ts";

/**
 * Throws 404 with two next actions: `tool` with the most similar live slug, and a search. For an own listing that is not
 * live, the next action is get_my_listing.
 */
export async function listingNotFound(
  context: CallContext,
  slug: string,
  tool: string,
  more: object = {},
  otherSlugs: readonly string[] = [],
): Promise<never> {
  const movedTo = (await mergedInto(context.read, context.site.id, slug))?.slug;
  if (movedTo !== undefined) {
    const why = `See the listing into which "${slug}" was merged.`;
    throw new Problem("not_found", `The listing "${slug}" was merged into "${movedTo}".`, {
      nextActions: [{ tool, arguments: { slug: movedTo, ...more }, why, who: "agent" }],
      movedTo,
    });
  }
  const own = await ownListingOf(context, slug);
  if (own) {
    const detail = `"${slug}" is a listing of this account, but it is not live: its status is ${own.status}.`;
    const nextActions = [readMyListing(own.id, "See the listing and why it is not live.")];
    throw new Problem("not_found", detail, { nextActions });
  }
  const retry = (near: Map<string, string>) => ({ tool, arguments: { slug: near.get(slug), ...more } });
  return listingsNotFound(context, [slug], retry, otherSlugs);
}

/** Returns the caller's listing, in any status, if the caller may read the account's listings. */
export async function ownListingOf({ read, site, actor }: CallContext, slug: string): Promise<OwnListing | null> {
  return isAccount(actor) && actor.scopes.includes("account:read")
    ? ownListingBySlug(read, actor, site.id, slug)
    : null;
}

/** Throws a single 404 for several missing listings in a call. */
export async function listingsNotFound(
  { read, site, now }: CallContext,
  slugs: string[],
  retry: (suggestions: Map<string, string>) => Pick<NextAction, "tool" | "arguments">,
  otherSlugs: readonly string[] = [],
): Promise<never> {
  const unknown = slugs.map(async (slug) => ({
    slug,
    candidates: [...(await nearListings(read, site.id, slug, now)), ...otherSlugs],
    find: {
      tool: "search_listings",
      arguments: { q: slug.replaceAll("-", " ") },
      why: "Search for the product by name to find its slug.",
      who: "agent" as const,
    },
  }));
  unknownSlugs("listing", await Promise.all(unknown), retry);
}
