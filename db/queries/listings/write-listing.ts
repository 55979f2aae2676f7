import type { Picture } from "../../schema/listing-fields.ts";
import { listings, listingTexts } from "../../schema/listings.ts";
import type { ListingStatus, Plan } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { indexListing } from "../search/search-index.ts";
import { ChangesByColumns, factColumns } from "./fact-columns.ts";
import type { Saved } from "./save-company.ts";
import { freeSlugs } from "./slugs.ts";

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
type Rows = unknown[][];
type Ids = readonly number[];
interface Known {
  id: number;
  companyId: number;
  texts: string;
  categories: string;
  tags: string;
}
const listingsQuery = preparedSql<Known, [siteId: number, companyIds: number[]]>(`
  SELECT l.id, l.company_id AS companyId, ${texts.asJson} AS texts,
    (SELECT json_group_array(category_id) FROM (
      SELECT category_id FROM listing_categories WHERE listing_id = l.id ORDER BY position)) AS categories,
    (SELECT json_group_array(tag) FROM (
      SELECT tag FROM listing_tags WHERE listing_id = l.id ORDER BY tag)) AS tags
  FROM json_each(?2) j CROSS JOIN listings l ON l.site_id = ?1 AND l.company_id = j.value`);
const insertListings = preparedSql<{ id: number; companyId: number }, [Rows, siteId: number, now: string]>(`
  INSERT INTO listings (site_id, company_id, slug, status, plan, launch_week, launched_at, status_changed_at, created_at,
    updated_at, rating, rating_change, ${texts.columns.join(", ")})
  SELECT ?2, j.value->>0, j.value->>1, j.value->>2, j.value->>3, j.value->>4, j.value->>5, ?3, ?3, ?3, r.value,
    r.value - r.previous_value, ${texts.inserted("j.value", 6).join(", ")}
  FROM json_each(?1) j CROSS JOIN companies c ON c.id = j.value->>0 LEFT JOIN domain_ratings r ON r.domain = c.domain
  ORDER BY j.key RETURNING id, company_id AS companyId`);
const changeTexts = texts.change<[Rows, now: string]>(
  2,
  (assignments) => `UPDATE listings SET ${assignments}updated_at = ?2, version = version + j.value->>1
    FROM json_each(?1) j WHERE listings.id = j.value->>0`,
);
const inSet = "WHERE listing_id IN (SELECT value FROM json_each(?))";
const dropCategories = preparedSql<never, [Ids]>(`DELETE FROM listing_categories ${inSet}`);
const dropTags = preparedSql<never, [Ids]>(`DELETE FROM listing_tags ${inSet}`);
const addCategories = preparedSql<never, [Rows]>(`
  INSERT INTO listing_categories (listing_id, category_id, position)
  SELECT j.value->>0, k.value, k.key FROM json_each(?) j CROSS JOIN json_each(j.value, '$[1]') k`);
const addTags = preparedSql<never, [Rows]>(`
  INSERT INTO listing_tags (listing_id, tag)
  SELECT j.value->>0, t.value FROM json_each(?) j CROSS JOIN json_each(j.value, '$[1]') t`);

const dropPictures = preparedSql<never, [Ids]>(`DELETE FROM listing_pictures ${inSet}`);
const addPictures = preparedSql<never, [id: number, pictures: readonly Picture[]]>(`
  INSERT INTO listing_pictures (listing_id, position, hash, alt, width, height)
  SELECT ?1, j.key, j.value->>'hash', j.value->>'alt', j.value->>'width', j.value->>'height' FROM json_each(?2) j`);

export interface ListingEdit {
  id: number;
  texts: Partial<ListingTexts>;
  categoryIds?: number[];
  pictures?: readonly Picture[];
}

/** Saves a listing. An existing one keeps its status, plan and votes. Writes nothing if nothing has changed. */
export async function saveListing(tx: Tx, facts: ListingFacts, now: string): Promise<Saved> {
  const saved = await writeListing(tx, facts, now);
  if (saved.outcome !== "unchanged") await indexListing(tx, saved.id);
  return saved;
}

/** Like `saveListing`, but for callers that update the search index themselves afterwards. */
export const writeListing = async (tx: Tx, { siteId, ...facts }: ListingFacts, now: string): Promise<Saved> =>
  (await writeListings(tx, siteId, [facts], now))[0]!;

export async function writeListings(
  tx: Tx,
  siteId: number,
  set: readonly Omit<ListingFacts, "siteId">[],
  now: string,
): Promise<Saved[]> {
  const companyIds = set.map(({ companyId }) => companyId);
  const rows = await listingsQuery.all(tx, siteId, companyIds);
  const known = new Map(rows.map((row) => [row.companyId, row]));
  const saved = new Map<number, Saved>();
  const added: Omit<ListingFacts, "siteId">[] = [];
  const changes = new ChangesByColumns();
  for (const facts of set) {
    const there = known.get(facts.companyId);
    if (!there) {
      added.push(facts);
      continue;
    }
    const changed = texts.changed(facts, JSON.parse(there.texts));
    const isSame =
      changed.length === 0 &&
      there.categories === JSON.stringify(facts.categoryIds) &&
      Bun.deepEquals(new Set(JSON.parse(there.tags)), new Set(facts.tags));
    if (!isSame) changes.add(changed, [there.id, 1, ...texts.values(facts, changed)]);
    saved.set(facts.companyId, { id: there.id, outcome: isSame ? "unchanged" : "updated" });
  }
  for (const { columns, rows } of changes.all()) await changeTexts(columns).run(tx, rows, now);
  const updated = [...saved.values()].filter(({ outcome }) => outcome === "updated").map(({ id }) => id);
  if (updated.length > 0) {
    await dropCategories.run(tx, updated);
    await dropTags.run(tx, updated);
  }
  for (const { id, companyId } of await insertAll(tx, siteId, added, now))
    saved.set(companyId, { id, outcome: "created" });
  const written = set.map((facts) => ({ ...facts, ...saved.get(facts.companyId)! }));
  const changed = written.filter(({ outcome }) => outcome !== "unchanged");
  await file(tx, changed);
  return written.map(({ id, outcome }) => ({ id, outcome }));
}

// Finds the slug itself and the slug with a number appended. All digits sort after `/` and before `:`.
const takenQuery = preparedSql<{ slug: string }, [siteId: number, wanted: readonly string[]]>(`
  SELECT l.slug FROM json_each(?2) j CROSS JOIN listings l ON l.site_id = ?1 AND l.slug = j.value
  UNION ALL SELECT l.slug FROM json_each(?2) j
  CROSS JOIN listings l ON l.site_id = ?1 AND l.slug > j.value || '-/' AND l.slug < j.value || '-:'`);

async function insertAll(tx: Tx, siteId: number, added: readonly Omit<ListingFacts, "siteId">[], now: string) {
  if (added.length === 0) return [];
  const wanted = added.map(({ slug }) => slug);
  const slugs = freeSlugs(wanted, await takenQuery.values(tx, siteId, [...new Set(wanted)]));
  const rows = added.map((facts, i) => {
    const { companyId, status, plan, launchWeek = null, launchedAt = null } = facts;
    return [companyId, slugs[i], status, plan, launchWeek, launchedAt, ...texts.values(facts)];
  });
  return insertListings.all(tx, rows, siteId, now);
}

/** Changes a listing's text, categories and pictures. The caller updates the search index. */
export async function rewriteListing(
  tx: Tx,
  id: number,
  /** `rise` is 0 if the same edit has already increased the version. */
  { texts: given, categoryIds, pictures, rise }: Omit<ListingEdit, "id"> & { rise: 0 | 1 },
  now: string,
): Promise<void> {
  const changed = texts.given(given);
  await changeTexts(changed).run(tx, [[id, rise, ...texts.values(given, changed)]], now);
  if (pictures) {
    await dropPictures.run(tx, [id]);
    await addPictures.run(tx, id, pictures);
  }
  if (!categoryIds) return;
  await dropCategories.run(tx, [id]);
  await file(tx, [{ id, categoryIds, tags: [] }]);
}

async function file(tx: Tx, set: readonly ({ id: number } & Pick<ListingFacts, "categoryIds" | "tags">)[]) {
  const filed = set.flatMap(({ id, categoryIds }) => (categoryIds.length > 0 ? [[id, categoryIds]] : []));
  if (filed.length > 0) await addCategories.run(tx, filed);
  const tagged = set.flatMap(({ id, tags }) => (tags.length > 0 ? [[id, tags]] : []));
  if (tagged.length > 0) await addTags.run(tx, tagged);
}

export const copyRatings = preparedSql<never, [listingIds: Ids]>(`
  UPDATE listings SET (rating, rating_change) = (
    SELECT r.value, r.value - r.previous_value FROM companies c JOIN domain_ratings r ON r.domain = c.domain
    WHERE c.id = listings.company_id) WHERE id IN (SELECT value FROM json_each(?))`).run;
