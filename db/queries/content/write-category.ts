import { preparedSql, type Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";
import type { Saved } from "../listings/save-company.ts";
import { slugify } from "../listings/slugs.ts";
import { indexListings } from "../search/search-index.ts";

export interface CategoryRow {
  id: number;
  slug: string;
  name: string;
  description: string;
  parentId: number | null;
  parentSlug: string | null;
  childCount: number;
  listingCount: number;
}

const columns = `
  k.id, k.slug, k.name, k.description, k.parent_id AS parentId, p.slug AS parentSlug,
  (SELECT count(*) FROM categories c WHERE c.parent_id = k.id) AS childCount, k.listing_count AS listingCount
  FROM categories k LEFT JOIN categories p ON p.id = k.parent_id`;
const insertQuery = preparedSql<{ id: number }, [number, string, string, string, number | null]>(
  "INSERT INTO categories (site_id, slug, name, description, parent_id) VALUES (?, ?, ?, ?, ?) RETURNING id",
);
const updateQuery = preparedSql<never, [string, string, number | null, number]>(
  "UPDATE categories SET name = ?, description = ?, parent_id = ? WHERE id = ?",
);
const filedQuery = preparedSql<{ id: number }, [number]>(
  "SELECT listing_id AS id FROM listing_categories WHERE category_id = ?",
);

export const categoryRow = preparedSql<CategoryRow, [siteId: number, slug: string]>(
  `SELECT ${columns} WHERE k.site_id = ? AND k.slug = ?`,
).get;
export const categoryRows = preparedSql<CategoryRow, [siteId: number]>(
  `SELECT ${columns} WHERE k.site_id = ? ORDER BY ifnull(p.slug, k.slug), k.parent_id IS NOT NULL, k.slug`,
).all;

export interface CategoryFacts {
  slug: string;
  name: string;
  description: string;
  /** The slug of the parent, which must be a top-level category, because the tree has only two levels. */
  parent: string | null;
}

/** Throws RuleViolation if the slug is taken or the parent is not a top-level category. */
export async function createCategory(tx: Tx, siteId: number, facts: CategoryFacts): Promise<number> {
  const { slug, name, description, parent } = facts;
  if (await categoryRow(tx, siteId, slug)) throw new RuleViolation(`the category "${slug}" already exists`);
  const parentId = parent === null ? null : await parentFor(tx, siteId, parent, null);
  return insertQuery.value(tx, siteId, slug, name, description, parentId);
}

export async function updateCategory(
  tx: Tx,
  siteId: number,
  row: CategoryRow,
  { name, description, parent }: Omit<CategoryFacts, "slug">,
): Promise<boolean> {
  const parentId = parent === null ? null : await parentFor(tx, siteId, parent, row);
  if (row.name === name && row.description === description && row.parentId === parentId) return false;
  await updateQuery.run(tx, name, description, parentId, row.id);
  // The search documents of the category's listings contain the names of the category and its parent.
  if (row.name !== name || row.parentId !== parentId) await indexListings(tx, await filedQuery.values(tx, row.id));
  return true;
}

const unfileQuery = preparedSql<never, [number]>("DELETE FROM listing_categories WHERE category_id = ?");
const deleteQuery = preparedSql<never, [number]>("DELETE FROM categories WHERE id = ?");

/** Throws RuleViolation if the category has subcategories, or if it has listings and `unfile` is false. */
export async function deleteCategory(tx: Tx, row: CategoryRow, { unfile }: { unfile: boolean }): Promise<number[]> {
  if (row.childCount > 0) throw new RuleViolation(`"${row.slug}" has subcategories; delete or move them first`);
  const filed = await filedQuery.values(tx, row.id);
  if (filed.length > 0 && !unfile)
    throw new RuleViolation(`${filed.length} listings are in "${row.slug}"; use --unfile to remove them from it`);
  await unfileQuery.run(tx, row.id);
  await deleteQuery.run(tx, row.id);
  await indexListings(tx, filed);
  return filed;
}

async function parentFor(tx: Tx, siteId: number, slug: string, child: CategoryRow | null): Promise<number> {
  const parent = await categoryRow(tx, siteId, slug);
  if (!parent) throw new RuleViolation(`the category "${slug}" does not exist`);
  if (parent.id === child?.id) throw new RuleViolation("a category cannot be its own parent");
  if (parent.parentId !== null)
    throw new RuleViolation(`"${slug}" is itself a subcategory; categories have only two levels`);
  if (child && child.childCount > 0)
    throw new RuleViolation(`"${child.slug}" has subcategories; categories have only two levels`);
  return parent.id;
}

const nested = /^(.+?) - (.+)$/;

export interface ImportedCategory {
  /** The parent's and the category's names, such as `Media - Audio`. With `slug`, this is only the category's name. */
  name: string;
  /** Null leaves the current description unchanged. */
  description: string | null;
  slug?: string;
  parent?: string | null;
}

/**
 * Creates or updates a category. `Media - Audio` becomes `Audio` under `Media`, with the slug `media-audio`. If the
 * parent is missing, it is created and its slug is added to `made`.
 */
export async function importCategory(
  tx: Tx,
  siteId: number,
  category: ImportedCategory,
  made: string[],
): Promise<Saved> {
  const { slug, name, parent, parentName } = placeOf(category);
  if (parentName !== null && !(await categoryRow(tx, siteId, parent!))) {
    await importCategory(tx, siteId, { name: parentName, description: "" }, made);
    made.push(parent!);
  }
  const existing = await categoryRow(tx, siteId, slug);
  if (!existing) {
    const facts = { slug, name, description: category.description ?? "", parent };
    return { id: await createCategory(tx, siteId, facts), outcome: "created" };
  }
  if (category.description === null && category.slug === undefined) return { id: existing.id, outcome: "unchanged" };
  const description = category.description ?? existing.description;
  const hasChanged = await updateCategory(tx, siteId, existing, { name, description, parent });
  return { id: existing.id, outcome: hasChanged ? "updated" : "unchanged" };
}

function placeOf({ name: fullName, slug, parent = null }: ImportedCategory) {
  if (slug !== undefined) return { slug, name: fullName, parent, parentName: null };
  const [, parentName = null, name = fullName] = nested.exec(fullName) ?? [];
  return { slug: slugify(fullName), name, parent: parentName === null ? null : slugify(parentName), parentName };
}
