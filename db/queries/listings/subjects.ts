import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { exactly, oneOf } from "../search/search-match.ts";
import { inSite, listingIdOf, marks, wholeName } from "../search/search-text.ts";
import { ratedDomain } from "./company-key.ts";
import { freeSlugs, isSameProduct, nameKey, type Product, productKeys, slugify, writtenName } from "./slugs.ts";

export interface Subject extends Required<Product> {
  id: number;
  slug: string;
  /** The number of live listings that name it. Without any, it has no page. */
  listingCount: number;
}

const readers = { alsoKnownAs: JSON.parse };
const columns = `s.id, s.slug, s.name, s.url, s.also_known_as AS alsoKnownAs,
  (SELECT count(*) FROM listing_subjects n WHERE n.subject_id = s.id) AS listingCount`;

const byKeyQuery = preparedSql<Subject, [siteId: number, keys: readonly string[]]>(
  `SELECT DISTINCT ${columns} FROM json_each(?2) j
  CROSS JOIN subject_keys k ON k.site_id = ?1 AND k.key = j.value JOIN subjects s ON s.id = k.subject_id`,
  readers,
);
export const subjectBySlug = preparedSql<Subject, [siteId: number, slug: string]>(
  `SELECT ${columns} FROM subjects s WHERE s.site_id = ? AND s.slug = ?`,
  readers,
).get;

/** The subject with this slug, name or URL. */
export const findSubject = async (db: Db, siteId: number, written: string): Promise<Subject | null> =>
  (await subjectBySlug(db, siteId, written)) ?? (await byKeyQuery.get(db, siteId, [nameKey(written)]));

/** The subjects that are this listed product. */
export const subjectsOfListed = async (db: Db, siteId: number, listed: Product): Promise<Subject[]> =>
  (await byKeyQuery.all(db, siteId, productKeys(listed))).filter((one) => isSameProduct(one, listed));

const namesOneOf = preparedSql<{ found: 1 }, [siteId: number, slug: string, subjectIds: number[]]>(`
  SELECT 1 AS found FROM listings l JOIN listing_subjects n ON n.listing_id = l.id
  WHERE l.site_id = ? AND l.slug = ? AND n.subject_id IN (SELECT value FROM json_each(?)) LIMIT 1`).get;

type ListedProduct = Product & { slug: string };

/** Two live listings that name each other as what they replace have a page of their own. */
export async function nameEachOther(db: Db, siteId: number, one: ListedProduct, two: ListedProduct): Promise<boolean> {
  const names = async (by: ListedProduct, named: ListedProduct) => {
    const ids = (await subjectsOfListed(db, siteId, named)).map(({ id }) => id);
    return ids.length > 0 && (await namesOneOf(db, siteId, by.slug, ids)) !== null;
  };
  return (await names(one, two)) && (await names(two, one));
}

type Listed = { slug: string; name: string; url: string };
const someNamesakes = 20;
const listedQuery = preparedSql<Listed, [siteId: number, named: string, domains: readonly string[]]>(`
  SELECT l.slug, c.name, c.url FROM (
    SELECT id FROM (SELECT ${listingIdOf("rowid")} AS id FROM listing_search
      WHERE listing_search MATCH ?2 AND ${inSite("?1")} LIMIT ${someNamesakes})
    UNION SELECT l.id FROM json_each(?3) j CROSS JOIN companies c ON c.domain = j.value
      JOIN listings l ON l.company_id = c.id AND l.site_id = ?1) m
  JOIN listings l ON l.id = m.id AND l.status = 'live' JOIN companies c ON c.id = l.company_id
  ORDER BY l.votes DESC, l.id`);

/** The slug of the live listing of a subject. Its page replaces the subject's. */
export async function listedAs(db: Db, siteId: number, subject: Subject): Promise<string | null> {
  const names = [subject.name, ...subject.alsoKnownAs];
  const urls = [subject.url ?? "", ...names.map((name) => `https://${name}`)].filter((url) => URL.canParse(url));
  const named = oneOf(names.map((name) => exactly(marks.wholeName + wholeName(name))));
  const domains = [...new Set(urls.map(ratedDomain).filter((domain) => domain !== null))];
  const found = await listedQuery.all(db, siteId, named, domains);
  return found.find((listed) => isSameProduct(subject, listed))?.slug ?? null;
}

const insertSubjects = preparedSql<{ id: number; slug: string }, [siteId: number, rows: string[][]]>(`
  INSERT INTO subjects (site_id, slug, name)
  SELECT ?1, j.value->>0, j.value->>1 FROM json_each(?2) j RETURNING id, slug`);
const addKeys = preparedSql<never, [siteId: number, rows: [key: string, subjectId: number][]]>(`
  INSERT INTO subject_keys (site_id, key, subject_id) SELECT ?1, j.value->>0, j.value->>1 FROM json_each(?2) j`);

// A listing of the same name shares its slug with the subject, because it takes over the page.
const slugRange = (table: string, name: string) => `SELECT h.slug, ${name} AS listed FROM json_each(?2) j
  CROSS JOIN ${table} h ON h.site_id = ?1 AND h.slug >= j.value AND h.slug < j.value || '-:'`;
const holdersQuery = preparedSql<{ slug: string; listed: string | null }, [siteId: number, wanted: string[]]>(`
  ${slugRange("subjects", "NULL")}
  UNION ALL ${slugRange("listings", "(SELECT name FROM companies WHERE id = h.company_id)")}`);

async function createSubjects(tx: Tx, siteId: number, names: readonly string[]) {
  if (names.length === 0) return [];
  const wanted = names.map((name) => slugify(name, "product"));
  const keys = names.map(nameKey);
  const holders = await holdersQuery.all(tx, siteId, wanted);
  const taken = holders.filter(({ listed }) => listed === null || !keys.includes(nameKey(listed)));
  const slugs = freeSlugs(
    wanted,
    taken.map(({ slug }) => slug),
  );
  const rows = names.map((name, i) => [slugs[i]!, name]);
  const inserted = new Map((await insertSubjects.all(tx, siteId, rows)).map((row) => [row.slug, row]));
  const created = slugs.map((slug) => inserted.get(slug)!);
  await addKeys.run(
    tx,
    siteId,
    keys.map((key, i) => [key, created[i]!.id]),
  );
  return created;
}

export interface NamingListing {
  id: number;
  siteId: number;
  /** The names or URLs that its owner wrote; none if it is not live. */
  names: string[];
  at: string;
}

const keyIds = preparedSql<{ key: string; id: number }, [siteId: number, keys: readonly string[]]>(`
  SELECT k.key, k.subject_id AS id FROM json_each(?2) j CROSS JOIN subject_keys k ON k.site_id = ?1 AND k.key = j.value`);
const dropNamed = preparedSql<{ id: number }, [ids: number[], kept: string[]]>(`
  DELETE FROM listing_subjects WHERE listing_id IN (SELECT value FROM json_each(?1))
    AND listing_id || '-' || subject_id NOT IN (SELECT value FROM json_each(?2)) RETURNING subject_id AS id`);
const dropOrphans = preparedSql<never, [ids: number[]]>(`
  DELETE FROM subjects WHERE id IN (SELECT value FROM json_each(?)) AND url IS NULL AND also_known_as = '[]'
    AND NOT EXISTS (SELECT 1 FROM listing_subjects n WHERE n.subject_id = subjects.id)`);
const addNamed = preparedSql<never, [rows: unknown[][]]>(`
  INSERT INTO listing_subjects (listing_id, subject_id, name, since)
  SELECT j.value->>0, j.value->>1, j.value->>2, j.value->>3 FROM json_each(?) j WHERE true
  ON CONFLICT DO UPDATE SET name = excluded.name`);

/** Saves which subjects listings name. Creates unknown ones, and deletes those that nothing else is known about. */
export async function saveNamedSubjects(tx: Tx, listings: readonly NamingListing[]): Promise<void> {
  for (const [siteId, naming] of Map.groupBy(listings, ({ siteId }) => siteId)) {
    const named = naming
      .flatMap(({ id, names, at }) => names.map((name) => ({ id, name, at, key: nameKey(name) })))
      .filter(({ key }) => key !== "");
    const keys = [...new Set(named.map(({ key }) => key))];
    const known = keys.length > 0 ? await keyIds.all(tx, siteId, keys) : [];
    const ids = new Map(known.map(({ key, id }) => [key, id]));
    const unknown = [...new Map(named.map(({ key, name }) => [key, name]))].filter(([key]) => !ids.has(key));
    const made = await createSubjects(
      tx,
      siteId,
      unknown.map(([, name]) => writtenName(name)),
    );
    unknown.forEach(([key], i) => void ids.set(key, made[i]!.id));
    const rows = named.map(({ id, key, name, at }) => [id, ids.get(key)!, name, at] as unknown[]);
    const kept = rows.map(([id, subjectId]) => `${id}-${subjectId}`);
    const listingIds = naming.map(({ id }) => id);
    const dropped = await dropNamed.values(tx, listingIds, kept);
    if (rows.length > 0) await addNamed.run(tx, rows);
    if (dropped.length > 0) await dropOrphans.run(tx, dropped);
  }
}

const updateQuery = preparedSql<never, [id: number, name: string, url: string | null, alsoKnownAs: readonly string[]]>(
  "UPDATE subjects SET name = ?2, url = ?3, also_known_as = ?4 WHERE id = ?1",
);
const dropKeys = preparedSql<never, [id: number]>("DELETE FROM subject_keys WHERE subject_id = ?");

const moveNamed = preparedSql<never, [from: number, to: number]>(
  "UPDATE OR IGNORE listing_subjects SET subject_id = ?2 WHERE subject_id = ?1",
);
const deleteSubject = preparedSql<never, [id: number]>("DELETE FROM subjects WHERE id = ?");

/** Creates a subject, or changes the known one. Other subjects with one of its names are merged into it. */
export async function saveSubject(
  tx: Tx,
  siteId: number,
  known: Pick<Subject, "id" | "slug" | "name"> | null,
  { name, url, alsoKnownAs }: Required<Product>,
): Promise<{ id: number; slug: string; merged: Subject[] }> {
  const { id, slug } = known ?? (await createSubjects(tx, siteId, [name]))[0]!;
  const named = await byKeyQuery.all(tx, siteId, productKeys({ name, url, alsoKnownAs }));
  const merged = named.filter((other) => other.id !== id);
  for (const other of merged) {
    await moveNamed.run(tx, other.id, id);
    await deleteSubject.run(tx, other.id);
  }
  // Listings may name the product by its former name, too.
  const namesOf = (one: Subject) => [one.name, ...one.alsoKnownAs, ...(one.url ? [writtenName(one.url)] : [])];
  const former = [...(known ? [known.name] : []), ...merged.flatMap(namesOf)];
  const names = new Set([...alsoKnownAs, ...former].filter((other) => nameKey(other) !== nameKey(name)));
  await updateQuery.run(tx, id, name, url, [...names]);
  await dropKeys.run(tx, id);
  const keys = productKeys({ name, url, alsoKnownAs: [...names] });
  await addKeys.run(
    tx,
    siteId,
    keys.map((key) => [key, id]),
  );
  return { id, slug, merged };
}

export const subjectsPage = preparedSql<Subject, [siteId: number, q: string, limit: number, offset: number]>(
  `SELECT ${columns} FROM subjects s WHERE s.site_id = ?1 AND instr(lower(s.name || ' ' || s.also_known_as), lower(?2))
  ORDER BY s.name COLLATE NOCASE, s.id LIMIT ?3 OFFSET ?4`,
  readers,
).all;

const some = 500;
const publicSlugs = (condition: string) => `SELECT * FROM (SELECT s.slug FROM subjects s WHERE s.site_id = ?1
  AND ${condition} AND EXISTS (SELECT 1 FROM listing_subjects n WHERE n.subject_id = s.id) LIMIT ${some})`;
/** Slugs of subjects that have a page, for suggestions. Those with the beginning are never crowded out. */
export const publicSubjectSlugs = preparedSql<{ slug: string }, [siteId: number, beginning: string]>(
  `${publicSlugs("s.slug >= ?2 AND s.slug < ?2 || '~'")} UNION ${publicSlugs("true")}`,
).values;

/** The listings that began last to name one of the subjects. */
export const latestNaming = preparedSql<{ id: number; since: string }, [subjectIds: number[], limit: number]>(`
  SELECT n.listing_id AS id, min(n.since) AS since FROM json_each(?1) j
  CROSS JOIN listing_subjects n ON n.subject_id = j.value GROUP BY n.listing_id
  ORDER BY since DESC, id DESC LIMIT ?2`).all;
