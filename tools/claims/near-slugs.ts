import { nearListings } from "#db/queries/founders/near-slugs.ts";
import { unknownSlug } from "../core/calls/unknown-slug.ts";
import type { CallContext } from "../core/operations/context.ts";

/** Throws the 404 of a slug to claim that names nothing. */
export async function nearSlugs(
  { read, site, now }: Pick<CallContext, "read" | "site" | "now">,
  { slug, ...rest }: { slug: string; method: string; email?: string | undefined; url?: string | undefined },
): Promise<never> {
  unknownSlug("listing", slug, await nearListings(read, site.id, slug, now), {
    retry: (near) => ({ tool: "claim_listing", arguments: { ...rest, slug: near } }),
    find: {
      tool: "search_listings",
      arguments: { q: slug.replaceAll("-", " ") },
      why: "Find the slug by name",
      who: "agent",
    },
  });
}
