import type { ActionName } from "../../schema/action-names.ts";
import type { FlagKind, FlagOutcome, ListingStatus, TextSource } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { scannedTexts } from "../common/field-selects.ts";
import { type CaseMarks, caseQuery } from "./cases.ts";

export interface TextToCheck {
  id: number;
  source: TextSource;
  sourceId: number;
}

export const textsToCheck = preparedSql<TextToCheck, [limit: number]>(
  "SELECT id, source, source_id AS sourceId FROM texts_to_check ORDER BY id LIMIT ?",
).all;

/** Removes all changes up to the given id from the queue, because they have been scanned. Later changes stay. */
export const forgetChecked = preparedSql<never, [id: number]>("DELETE FROM texts_to_check WHERE id <= ?").run;

export interface Texts {
  siteId: number;
  slug: string;
  name: string;
  texts: { field: string; text: string }[];
  /** The site's oldest product with a different name that looks the same. */
  lookalike: { name: string; slug: string } | null;
}

const entry = (field: string, text: string) => `SELECT ${field} AS field, ${text} AS text`;
const textsColumn = (parts: string[]) =>
  `(SELECT json_group_array(json_object('field', field, 'text', text)) FROM (${parts.join(" UNION ALL ")}) WHERE text <> '')`;

const readers = { texts: JSON.parse, lookalike: JSON.parse };
const lookalike = `(SELECT iif(other.plain <> own.plain, json_object('name', other.name, 'slug', ol.slug), NULL) FROM name_keys own
  JOIN name_keys other ON other.key = own.key AND other.id < own.id
  JOIN listings ol ON ol.company_id = other.company_id AND ol.site_id = l.site_id
    AND ol.status IN ('awaiting_badge', 'scheduled', 'live', 'suspended')
  WHERE own.company_id = c.id ORDER BY other.id LIMIT 1)`;
// Records made by sandbox keys are never public, so they are not scanned.
const listingQuery = preparedSql<Texts, [id: number]>(
  `SELECT l.site_id AS siteId, l.slug, c.name, ${lookalike} AS lookalike, ${textsColumn([
    ...scannedTexts,
    `${entry("'Pictures'", "p.alt")} FROM listing_pictures p WHERE p.listing_id = l.id`,
    `${entry("'Update ' || u.id", "u.title || char(10) || u.body")} FROM listing_updates u WHERE u.listing_id = l.id`,
    `${entry("'Milestone ' || m.id", "m.title || char(10) || ifnull(m.description, '')")} FROM milestones m WHERE m.listing_id = l.id`,
    `${entry("'Story'", "s.title")} FROM stories s WHERE s.listing_id = l.id`,
    `${entry("'Story'", "j.value")} FROM stories s, json_each(s.sections) j WHERE s.listing_id = l.id`,
    `${entry("'Founder ' || f.slug", "f.bio")} FROM company_founders cf JOIN founders f ON f.id = cf.founder_id WHERE cf.company_id = c.id`,
    `${entry("'Interview of ' || f.slug", "i.answer")} FROM company_founders cf JOIN founders f ON f.id = cf.founder_id
      JOIN interview_answers i ON i.founder_id = f.id WHERE cf.company_id = c.id`,
  ])} AS texts
  FROM listings l JOIN companies c ON c.id = l.company_id JOIN sites o ON o.id = l.site_id
  WHERE l.id = ? AND o.sandbox_of IS NULL`,
  readers,
);
const postQuery = preparedSql<Texts, [id: number]>(
  `SELECT p.site_id AS siteId, p.slug, '' AS name, NULL AS lookalike, ${textsColumn([
    entry("'Title'", "p.title"),
    entry("'Excerpt'", "p.excerpt"),
    entry("'Body'", "p.body_markdown"),
  ])} AS texts FROM posts p WHERE p.id = ?`,
  readers,
);

/** Returns null if the listing or post has been deleted, or if the listing belongs to a sandbox. */
export const textsOf = (db: Db, source: TextSource, id: number): Promise<Texts | null> =>
  (source === "listing" ? listingQuery : postQuery).get(db, id);

export const unkeyedNames = preparedSql<{ companyId: number; name: string }, [listingIds: readonly number[]]>(`
  SELECT c.id AS companyId, c.name FROM json_each(?) j JOIN listings l ON l.id = j.value
  JOIN companies c ON c.id = l.company_id LEFT JOIN name_keys k ON k.company_id = c.id
  WHERE k.name IS NOT c.name GROUP BY c.id ORDER BY min(j.key)`).all;

const keyQuery = preparedSql<never, [rows: unknown[]]>(`
  INSERT INTO name_keys (company_id, name, plain, key)
  SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM companies WHERE id = value->>0) ORDER BY json_each.key
  ON CONFLICT (company_id) DO UPDATE SET name = excluded.name, plain = excluded.plain, key = excluded.key,
    id = iif(key = excluded.key, id, (SELECT max(id) + 1 FROM name_keys))`);
/** Saves the look-alike keys of names. A name whose key is unchanged keeps its id, which shows its age. */
export async function saveNameKeys(
  tx: Tx,
  names: readonly { companyId: number; name: string; plain: string; key: string }[],
): Promise<void> {
  const rows = names.map(({ companyId, name, plain, key }) => [companyId, name, plain, key]);
  if (rows.length > 0) await keyQuery.run(tx, rows);
}

export interface Flag {
  id: number;
  kind: FlagKind;
  field: string;
  sentence: string;
  outcome: FlagOutcome | null;
}

const flagColumns = "SELECT id, kind, field, sentence, outcome FROM text_flags WHERE";
const ofListingQuery = preparedSql<Flag, [number]>(`${flagColumns} listing_id = ? ORDER BY id`);
const ofPostQuery = preparedSql<Flag, [number]>(`${flagColumns} post_id = ? ORDER BY id`);
export const flagsOf = (db: Db, source: TextSource, id: number): Promise<Flag[]> =>
  (source === "listing" ? ofListingQuery : ofPostQuery).all(db, id);

const addQuery = preparedSql<never, [number, number | null, number | null, string, string, string, now: Date]>(`
  INSERT INTO text_flags (site_id, listing_id, post_id, kind, field, sentence, found_at) VALUES (?, ?, ?, ?, ?, ?, ?)`);
export const addFlag = (
  tx: Tx,
  source: TextSource,
  flag: Pick<Flag, "kind" | "field" | "sentence"> & { siteId: number; sourceId: number },
  now: Date,
): Promise<void> => {
  const { siteId, sourceId, kind, field, sentence } = flag;
  const [listingId, postId] = source === "listing" ? [sourceId, null] : [null, sourceId];
  return addQuery.run(tx, siteId, listingId, postId, kind, field, sentence, now);
};

interface Judged {
  outcome: FlagOutcome | null;
  reason: string | null;
  decidedBy: number | null;
}

const judgeQuery = preparedSql<never, [string | null, string | null, Date | null, number | null, number]>(
  "UPDATE text_flags SET outcome = ?, reason = ?, decided_at = ?, decided_by = ? WHERE id = ?",
);
export const saveFlagOutcome = (tx: Tx, id: number, { outcome, reason, decidedBy }: Judged, now: Date): Promise<void> =>
  judgeQuery.run(tx, outcome, reason, outcome && now, decidedBy, id);

export async function closeFlags(tx: Tx, listingId: number, judged: Judged, now: Date): Promise<number> {
  const open = (await flagsOf(tx, "listing", listingId)).filter(({ outcome }) => outcome === null);
  for (const { id } of open) await saveFlagOutcome(tx, id, judged, now);
  return open.length;
}

export interface FlagCase extends Flag {
  source: TextSource;
  listingId: number | null;
  postId: number | null;
  slug: string;
  name: string;
  status: ListingStatus | null;
  foundAt: string;
  reason: string | null;
  decidedAt: string | null;
}

const caseColumns = `f.id, f.kind, f.field, f.sentence, f.outcome, iif(f.post_id IS NULL, 'listing', 'post') AS source,
  f.listing_id AS listingId, f.post_id AS postId, ifnull(l.slug, p.slug) AS slug, ifnull(c.name, p.title) AS name, l.status,
  f.found_at AS foundAt, f.reason, f.decided_at AS decidedAt`;
const caseTables = `text_flags f LEFT JOIN listings l ON l.id = f.listing_id LEFT JOIN companies c ON c.id = l.company_id
  LEFT JOIN posts p ON p.id = f.post_id WHERE f.site_id = ?1`;
export const flagCases = caseQuery<FlagCase & CaseMarks>("flag", {
  columns: `f.id AS itemId, f.kind AS kinds, 1 AS total, ${caseColumns}`,
  from: caseTables,
  open: { where: "f.outcome IS NULL", at: "f.found_at" },
  decided: { where: "f.outcome IS NOT NULL", at: "f.decided_at" },
  listing: "f.listing_id",
});

export const flagCase = preparedSql<FlagCase, [siteId: number, id: number]>(
  `SELECT ${caseColumns} FROM ${caseTables} AND f.id = ?2`,
).get;

export const flaggedAfter = preparedSql<{ open: number }, [siteId: number, id: number, by: ActionName]>(`
  SELECT count(*) AS open FROM text_flags f WHERE f.site_id = ?1 AND f.outcome IS NULL
    AND EXISTS (SELECT 1 FROM changes WHERE action = ?3 AND id > ?2 AND site_id = ?1)`).value;
