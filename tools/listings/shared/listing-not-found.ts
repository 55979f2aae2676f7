import { nearListings } from "#db/queries/founders/near-slugs.ts";
import { unknownSlugs } from "../../core/calls/unknown-slug.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";

/** Throws 404 with two next actions: `tool` with the most similar live slug, and a search. */
export const listingNotFound = (context: CallContext, slug: string, tool: string, more: object = {}): Promise<never> =>
  listingsNotFound(context, [slug], (near) => ({ tool, arguments: { slug: near.get(slug), ...more } }));

/** Throws a single 404 for several missing listings in a call. */
export async function listingsNotFound(
  { read, site, now }: CallContext,
  slugs: string[],
  retry: (suggestions: Map<string, string>) => Pick<NextAction, "tool" | "arguments">,
): Promise<never> {
  const unknown = slugs.map(async (slug) => ({
    slug,
    candidates: await nearListings(read, site.id, slug, now),
    find: {
      tool: "search_listings",
      arguments: { q: slug.replaceAll("-", " ") },
      why: "Search for the product by name to find its slug.",
      who: "agent" as const,
    },
  }));
  unknownSlugs("listing", await Promise.all(unknown), retry);
}
