import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import { categorySlugs } from "#db/queries/founders/near-slugs.ts";
import type { Db } from "#db/store/store.ts";
import { slugFix } from "../../core/calls/unknown-slug.ts";
import { requireValid } from "../../core/errors/errors.ts";

/** Returns the ids of categories in the order of the given slugs. Throws 422 for unknown slugs. */
export async function checkCategories(db: Db, siteId: number, slugs: string[]): Promise<number[]> {
  const known = await categoryIdsBySlugs(db, siteId, slugs);
  const near = slugs.every((slug) => known.has(slug)) ? [] : await categorySlugs(db, siteId);
  const errors = slugs.flatMap((slug, position) => {
    if (known.has(slug)) return [];
    const message = `"${slug}" is not one of this site's categories`;
    const fix = slugFix(slug, near, "Choose a slug from list_categories.");
    return [{ field: `fields.categories.${position}`, code: "unknown_category", message, ...fix }];
  });
  requireValid(errors, [{ tool: "list_categories", why: "See this site's categories.", who: "agent" }]);
  return [...new Set(slugs)].map((slug) => known.get(slug)!);
}
