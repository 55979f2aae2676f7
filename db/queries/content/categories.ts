import { type Db, preparedSql } from "../../store/store.ts";
import type { Slice } from "../common/capped-page.ts";
import { countLimit } from "../common/limits.ts";
import { filterToken } from "../search/search-text.ts";

export const categoryIdBySlug = preparedSql<{ id: number }, [siteId: number, slug: string]>(
  "SELECT id FROM categories WHERE site_id = ? AND slug = ?",
).valueOrNull;

const idsQuery = preparedSql<{ id: number; slug: string }, [siteId: number, slugs: readonly string[]]>(
  "SELECT id, slug FROM categories WHERE site_id = ? AND slug IN (SELECT value FROM json_each(?))",
);

export const categoryIdsBySlugs = async (db: Db, siteId: number, slugs: readonly string[]) =>
  new Map((await idsQuery.all(db, siteId, slugs)).map(({ id, slug }) => [slug, id]));

/** The stored number of live listings in a category; null if it has subcategories, which may share listings. */
export const keptListingCount = preparedSql<{ count: number }, [id: number]>(`
  SELECT listing_count AS count FROM categories k
  WHERE id = ? AND NOT EXISTS (SELECT 1 FROM categories s WHERE s.parent_id = k.id)`).valueOrNull;

export interface CategoryRow {
  id: number;
  slug: string;
  name: string;
  description: string;
  listingCount: number;
  parent: string | null;
}

type RawCategory = CategoryRow & { below: number | null };
const columns = `k.id, k.slug, k.name, k.description, p.slug AS parent, k.listing_count AS listingCount,
  (SELECT sum(s.listing_count) FROM categories s WHERE s.parent_id = k.id) AS below`;
const joined = "FROM categories k LEFT JOIN categories p ON p.id = k.parent_id";

const pageQuery = preparedSql<RawCategory, [number, number, number]>(
  `SELECT ${columns} ${joined} WHERE k.site_id = ? ORDER BY k.parent_id IS NOT NULL, k.name COLLATE NOCASE, k.id
  LIMIT ? OFFSET ?`,
);
export const countCategories = preparedSql<{ total: number }, [siteId: number]>(
  "SELECT count(*) AS total FROM categories WHERE site_id = ?",
).value;
const bySlugQuery = preparedSql<RawCategory, [number, string]>(
  `SELECT ${columns} ${joined} WHERE k.site_id = ? AND k.slug = ?`,
);
const countQuery = preparedSql<{ found: number }, [string]>(`
  SELECT count(*) AS found FROM (SELECT 1 FROM listing_search WHERE listing_search MATCH ? LIMIT ${countLimit + 1})`);

/**
 * Like search, counts a listing once even if it is in several subcategories. Beyond `countLimit`, the counts of the
 * subcategories are added up.
 */
async function counted(db: Db, { below, ...row }: RawCategory): Promise<CategoryRow> {
  if (below === null) return row;
  const found = await countQuery.value(db, `"${filterToken("category", row.id)}"`);
  return { ...row, listingCount: found <= countLimit ? found : row.listingCount + below };
}

const all: Slice = { limit: -1, offset: 0 };

export async function categoriesOf(db: Db, siteId: number, { limit, offset } = all): Promise<CategoryRow[]> {
  const rows = await pageQuery.all(db, siteId, limit, offset);
  return Promise.all(rows.map((row) => counted(db, row)));
}

export async function categoryBySlug(db: Db, siteId: number, slug: string): Promise<CategoryRow | null> {
  const row = await bySlugQuery.get(db, siteId, slug);
  return row && counted(db, row);
}
