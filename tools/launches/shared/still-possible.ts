import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import type { ListingValues } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";

/**
 * Omits categories of an earlier version that no longer exist. If none is left, the current categories stay unchanged.
 */
export async function stillPossible(
  tx: Tx,
  siteId: number,
  fields: Partial<ListingValues>,
): Promise<Partial<ListingValues>> {
  if (!fields.categories) return fields;
  const { categories, ...others } = fields;
  const known = await categoryIdsBySlugs(tx, siteId, categories);
  const left = categories.filter((slug) => known.has(slug));
  return left.length > 0 || categories.length === 0 ? { ...others, categories: left } : others;
}
