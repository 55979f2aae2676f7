import type { FeedKind } from "#db/schema/vocabulary.ts";
import getBlogPost from "#tools/blog/get-blog-post.ts";
import getCategory from "#tools/categories/get-category.ts";
import getFounder from "#tools/founders/get-founder.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import type { Ask } from "../pages/frame/define-page.ts";

/** Returns a record as the public operations do. */
export async function publicRecord(ask: Ask, kind: FeedKind, slug: string): Promise<Record<string, unknown>> {
  if (kind === "listing") return ask(getListing, { slug });
  if (kind === "founder") return ask(getFounder, { slug });
  if (kind === "post") return ask(getBlogPost, { slug });
  // The listings of a category, and their number, follow from the listings.
  const { top, listing_count, follow_url, ...category } = await ask(getCategory, { slug, top: 1 });
  return category;
}
