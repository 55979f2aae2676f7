import { storedAmong } from "#db/queries/common/assets.ts";
import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import type { EditValues } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";

/**
 * Omits categories and images of an earlier version that no longer exist. If no category is left, the current ones stay
 * unchanged.
 */
export async function stillPossible(
  tx: Tx,
  siteId: number,
  { categories, pictures, logo_url, ...others }: Partial<EditValues>,
): Promise<Partial<EditValues>> {
  const possible: Partial<EditValues> = others;
  const hashes = [...(pictures ?? []).map(({ hash }) => hash), ...(logo_url ? [logo_url] : [])];
  const stored = new Set(hashes.length > 0 ? await storedAmong(tx, hashes) : []);
  if (logo_url === null || (logo_url !== undefined && stored.has(logo_url))) possible.logo_url = logo_url;
  if (pictures) possible.pictures = pictures.filter(({ hash }) => stored.has(hash));
  if (!categories) return possible;
  const known = await categoryIdsBySlugs(tx, siteId, categories);
  const left = categories.filter((slug) => known.has(slug));
  return left.length > 0 || categories.length === 0 ? { ...possible, categories: left } : possible;
}
