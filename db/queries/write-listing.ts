import { eq } from "drizzle-orm";
import { companyFounders } from "../schema/companies.ts";
import { listings, listingTexts } from "../schema/listings.ts";
import type { ListingStatus, Plan } from "../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../store.ts";
import { factColumns } from "./fact-columns.ts";
import type { Saved } from "./save-company.ts";
import { indexListing } from "./search-index.ts";
import { fold } from "./search-text.ts";

export type ListingTexts = Pick<typeof listings.$inferInsert, keyof typeof listingTexts>;

export type ListingFacts = ListingTexts & {
  siteId: number;
  companyId: number;
  slug: string;
  status: ListingStatus;
  plan: Plan;
  launchWeek?: string | null;
  launchedAt?: string | null;
  categoryIds: number[];
  tags: string[];
};

const texts = factColumns(listings, listingTexts);
const listingQuery = preparedSql<{ id: number; texts: string; categories: string; tags: string }, [number, number]>(`
  SELECT id, ${texts.asJson} AS texts,
    (SELECT json_group_array(category_id) FROM (
      SELECT category_id FROM listing_categories WHERE listing_id = listings.id ORDER BY position)) AS categories,
    (SELECT json_group_array(tag) FROM (
      SELECT tag FROM listing_tags WHERE listing_id = listings.id ORDER BY tag)) AS tags
  FROM listings WHERE site_id = ? AND company_id = ?`);
/** SQL for something that is known of a company's domain. */
const ratingOf = (company: string, value: string) =>
  `(SELECT ${value} FROM companies c JOIN domain_ratings r ON r.domain = c.domain WHERE c.id = ${company})`;
const insertListing = texts.statement<{ id: number }>(
  (columns) => `
  INSERT INTO listings (site_id, company_id, slug, status, plan, launch_week, launched_at, status_changed_at, created_at,
    updated_at, rating, rating_change, ${columns.join(", ")})
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8, ?8, ${ratingOf("?2", "r.value")},
    ${ratingOf("?2", "r.value - r.previous_value")}, ${columns.map((_, i) => `?${9 + i}`).join(", ")}) RETURNING id`,
);
const changeTexts = texts.statement<never>(
  (columns) =>
    `UPDATE listings SET ${columns.map((column) => `${column} = ?, `).join("")}updated_at = ?, version = version + ? WHERE id = ?`,
);
const dropCategories = preparedSql<never, [number]>("DELETE FROM listing_categories WHERE listing_id = ?");
const dropTags = preparedSql<never, [number]>("DELETE FROM listing_tags WHERE listing_id = ?");
const addCategories = preparedSql<never, [number, string]>(
  "INSERT INTO listing_categories (listing_id, category_id, position) SELECT ?1, value, key FROM json_each(?2)",
);
const addTags = preparedSql<never, [number, string]>(
  "INSERT INTO listing_tags (listing_id, tag) SELECT ?1, value FROM json_each(?2)",
);

/**
 * Makes a company's listing on a site, or brings the texts, categories and tags of the one that is there up to date;
 * status, plan and votes of an existing listing stay. Writes nothing where nothing differs.
 */
export async function saveListing(tx: Tx, facts: ListingFacts, now: string): Promise<Saved> {
  const saved = await writeListing(tx, facts, now);
  if (saved.outcome !== "unchanged") await indexListing(tx, saved.id);
  return saved;
}

/** `saveListing` for those who write many and bring the search index up to date at the end. */
export async function writeListing(tx: Tx, facts: ListingFacts, now: string): Promise<Saved> {
  const { siteId, companyId, slug, status, plan, launchWeek = null, launchedAt = null, categoryIds, tags } = facts;
  const existing = await listingQuery.get(tx, siteId, companyId);
  if (existing) {
    const { id } = existing;
    const changed = texts.changed(facts, existing.texts);
    const isSame =
      changed.length === 0 &&
      existing.categories === JSON.stringify(categoryIds) &&
      Bun.deepEquals(new Set(JSON.parse(existing.tags)), new Set(tags));
    if (isSame) return { id, outcome: "unchanged" };
    await changeTexts(changed).run(tx, ...texts.values(facts, changed), now, 1, id);
    await dropCategories.run(tx, id);
    await dropTags.run(tx, id);
    await fileListing(tx, id, categoryIds, tags);
    return { id, outcome: "updated" };
  }
  const given = texts.given(facts);
  const head = [siteId, companyId, await freeSlug(tx, siteId, slug), status, plan, launchWeek, launchedAt, now];
  const { id } = (await insertListing(given).get(tx, ...head, ...texts.values(facts, given)))!;
  await fileListing(tx, id, categoryIds, tags);
  return { id, outcome: "created" };
}

/** Changes what is given of a listing; the search index is the caller's to bring up to date. */
export async function rewriteListing(
  tx: Tx,
  id: number,
  /** `rise` is 0 where the version has risen by the same edit already. */
  { texts: given, categoryIds, rise }: { texts: Partial<ListingTexts>; categoryIds?: number[]; rise: 0 | 1 },
  now: string,
): Promise<void> {
  const changed = texts.given(given);
  await changeTexts(changed).run(tx, ...texts.values(given, changed), now, rise, id);
  if (!categoryIds) return;
  await dropCategories.run(tx, id);
  await fileListing(tx, id, categoryIds, []);
}

async function fileListing(tx: Tx, listingId: number, categoryIds: number[], tags: string[]): Promise<void> {
  if (categoryIds.length > 0) await addCategories.run(tx, listingId, JSON.stringify(categoryIds));
  if (tags.length > 0) await addTags.run(tx, listingId, JSON.stringify(tags));
}

const copyRatingQuery = preparedSql<never, [number]>(`
  UPDATE listings SET (rating, rating_change) =
    ${ratingOf("listings.company_id", "r.value, r.value - r.previous_value")} WHERE id = ?`);

/** Copies what is known of the company's domain onto its listing, for sorting. */
export const copyRating = (tx: Tx, listingId: number): Promise<void> => copyRatingQuery.run(tx, listingId);

export async function setFounders(tx: Tx, companyId: number, founderIds: number[]): Promise<void> {
  await tx.delete(companyFounders).where(eq(companyFounders.companyId, companyId));
  if (founderIds.length > 0)
    await tx
      .insert(companyFounders)
      .values(founderIds.map((founderId, position) => ({ companyId, founderId, position })));
}

/** Adds a founder behind those a company has; nothing changes where they are one already. */
export async function addFounder(tx: Tx, companyId: number, founderId: number): Promise<void> {
  const position = await tx.$count(companyFounders, eq(companyFounders.companyId, companyId));
  await tx.insert(companyFounders).values({ companyId, founderId, position }).onConflictDoNothing();
}

const maxSlugLength = 80;

/** A name as a public id: folded letters and digits joined by hyphens; `otherwise` where nothing is left. */
export function slugify(name: string, otherwise = "listing"): string {
  const slug = fold(name)
    .replace(/\+/g, " plus ")
    .replace(/&/g, " and ")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return slug.slice(0, maxSlugLength).replace(/-+$/, "") || otherwise;
}

const slugQuery = preparedSql<{ id: number }, [number, string]>(
  "SELECT id FROM listings WHERE site_id = ? AND slug = ?",
);

/** `wanted`, or with the lowest number behind it that is free on the site. */
export async function freeSlug(tx: Tx, siteId: number, wanted: string): Promise<string> {
  for (let suffix = 1; ; suffix++) {
    const slug = suffix === 1 ? wanted : `${wanted}-${suffix}`;
    if (!(await slugQuery.get(tx, siteId, slug))) return slug;
  }
}
