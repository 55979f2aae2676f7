import { notFound } from "../core/errors.ts";

/** Throws the 404 of a listing that does not exist or is not live, with the search that may find it. */
export function listingNotFound(slug: string): never {
  notFound("listing", slug, {
    tool: "search_listings",
    arguments: { q: slug.replaceAll("-", " ") },
    why: "Find the slug by name",
    who: "agent",
  });
}
