import { nearListings } from "../../db/queries/near-slugs.ts";
import type { CallContext } from "../core/context.ts";
import type { NextAction } from "../core/errors.ts";
import { unknownSlug } from "../core/unknown-slug.ts";

/**
 * Throws the 404 of a listing that does not exist or is not live, with the nearest one that is, to be put into the same
 * call by `retry`, and the search that may find it.
 */
export async function listingNotFound(
  { read, site, now }: CallContext,
  slug: string,
  retry: (slug: string) => Pick<NextAction, "tool" | "arguments">,
): Promise<never> {
  unknownSlug("listing", slug, await nearListings(read, site.id, slug, now), {
    retry,
    find: {
      tool: "search_listings",
      arguments: { q: slug.replaceAll("-", " ") },
      why: "Find the slug by name",
      who: "agent",
    },
  });
}
