import { nearListings } from "#db/queries/founders/near-slugs.ts";
import { unknownSlugs } from "../../core/calls/unknown-slug.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";

/**
 * Throws the 404 of a listing that does not exist or is not live, with the nearest one that is, to be put into the same
 * call by `retry`, and the search that may find it.
 */
export const listingNotFound = (
  context: CallContext,
  slug: string,
  retry: (slug: string) => Pick<NextAction, "tool" | "arguments">,
): Promise<never> => listingsNotFound(context, [slug], (meant) => retry(meant.get(slug)!));

/** The same for several listings of one call, which are all named. */
export async function listingsNotFound(
  { read, site, now }: CallContext,
  slugs: string[],
  retry: (meant: Map<string, string>) => Pick<NextAction, "tool" | "arguments">,
): Promise<never> {
  const unknown = slugs.map(async (slug) => ({
    slug,
    candidates: await nearListings(read, site.id, slug, now),
    find: {
      tool: "search_listings",
      arguments: { q: slug.replaceAll("-", " ") },
      why: "Find the slug by name",
      who: "agent" as const,
    },
  }));
  unknownSlugs("listing", await Promise.all(unknown), retry);
}
