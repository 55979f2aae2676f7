import { factNames } from "../../schema/listing-fields.ts";
import { type Db, preparedSql } from "../../store/store.ts";

export const addressKinds = ["listings", "stories", "founders", "posts", "categories", "subjects", "pairs"] as const;
export type AddressKind = (typeof addressKinds)[number];

export interface AddressRow {
  slug: string;
  changedAt: string | null;
}

type Span = [siteId: number, after: number, until: number, now: string];

const minKnownFacts = 5;
const isKnown = (company: string, fact: string) => `ifnull(${company}.${fact}, '') NOT IN ('', '[]')`;
const knownOnBoth = factNames.map((fact) => `(${isKnown("c", fact)} AND ${isKnown("d", fact)})`).join(" + ");
/** Letters and digits of a simple name. The slug may have a number, and it has keys of names with accents. */
const simpleKey = (name: string) =>
  [" ", "-", "."].reduce((key, sign) => `replace(${key}, '${sign}', '')`, `lower(${name})`);
/** Joins the subject that is a listed product: by the key of its slug or name, and by its host if it has a URL. */
const subjectOf = (subject: string, listing: string, company: string) => `
  CROSS JOIN subject_keys k${subject} ON k${subject}.site_id = ?1 AND k${subject}.key IN (replace(${listing}.slug, '-', ''), ${simpleKey(`${company}.name`)})
  CROSS JOIN subjects ${subject} ON ${subject}.id = k${subject}.subject_id
    AND (${subject}.url IS NULL OR instr(${subject}.url, ${company}.domain))`;

// Each query reads one range of ids, so no row is read twice. A unary plus stops SQLite from using an index in another
// order. Only the query for posts uses the time.
const sources: Record<AddressKind, { id: string; slug: string; changedAt: string; from: string }> = {
  listings: {
    id: "l.id",
    slug: "l.slug",
    changedAt: "l.updated_at",
    from: "FROM listings l WHERE +l.site_id = ?1 AND +l.status = 'live'",
  },
  stories: {
    id: "s.listing_id",
    slug: "l.slug",
    changedAt: "s.updated_at",
    from: "FROM stories s JOIN listings l ON l.id = s.listing_id AND +l.site_id = ?1 AND l.status = 'live' WHERE s.published_at IS NOT NULL",
  },
  founders: {
    id: "sf.founder_id",
    slug: "f.slug",
    changedAt: "f.updated_at",
    from: "FROM site_founders sf JOIN founders f ON f.id = sf.founder_id WHERE sf.site_id = ?1",
  },
  posts: {
    id: "p.id",
    slug: "p.slug",
    changedAt: "p.updated_at",
    from: "FROM posts p WHERE p.site_id = ?1 AND p.published_at <= ?4",
  },
  subjects: {
    id: "s.id",
    slug: "s.slug",
    changedAt: "(SELECT max(since) FROM listing_subjects WHERE subject_id = s.id)",
    from: "FROM subjects s WHERE +s.site_id = ?1 AND EXISTS (SELECT 1 FROM listing_subjects WHERE subject_id = s.id)",
  },
  // Two listings that name each other, in the order of their slugs.
  pairs: {
    id: "n.listing_id",
    slug: "l.slug || '-vs-' || m.slug",
    changedAt: "max(l.updated_at, m.updated_at)",
    from: `FROM listing_subjects n
      CROSS JOIN listings l ON l.id = n.listing_id AND +l.site_id = ?1 JOIN companies c ON c.id = l.company_id
      ${subjectOf("s", "l", "c")} CROSS JOIN listing_subjects o ON o.subject_id = s.id
      CROSS JOIN listings m ON m.id = o.listing_id JOIN companies d ON d.id = m.company_id ${subjectOf("t", "m", "d")}
      WHERE t.id = n.subject_id AND l.slug < m.slug AND l.status = 'live' AND m.status = 'live'
        AND ${knownOnBoth} >= ${minKnownFacts}`,
  },
  categories: { id: "k.id", slug: "k.slug", changedAt: "NULL", from: "FROM categories k WHERE k.site_id = ?1" },
};

const queries = new Map(
  addressKinds.map((kind) => {
    const { id, slug, changedAt, from } = sources[kind];
    const within = `${from} AND ${id} > ?2 AND ${id} <= ?3 AND ?4 IS NOT NULL`;
    return [
      kind,
      {
        rows: preparedSql<AddressRow, Span>(
          `SELECT ${slug} AS slug, ${changedAt} AS changedAt ${within} ORDER BY ${id}`,
        ),
        latest: preparedSql<{ total: number; changedAt: string | null }, Span>(
          `SELECT count(*) AS total, max(${changedAt}) AS changedAt ${within}`,
        ),
      },
    ];
  }),
);

const lastIds = {
  listings: preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM listings"),
  stories: preparedSql<{ id: number | null }, []>("SELECT max(listing_id) AS id FROM stories"),
  founders: preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM founders"),
  posts: preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM posts"),
  categories: preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM categories"),
  subjects: preparedSql<{ id: number | null }, []>("SELECT max(id) AS id FROM subjects"),
  pairs: preparedSql<{ id: number | null }, []>("SELECT max(listing_id) AS id FROM listing_subjects"),
} satisfies Record<AddressKind, unknown>;

export const lastAddressId = async (db: Db, kind: AddressKind): Promise<number> => (await lastIds[kind].value(db)) ?? 0;

export const addressesBetween = (db: Db, kind: AddressKind, ...span: Span) => queries.get(kind)!.rows.all(db, ...span);

export const latestBetween = async (db: Db, kind: AddressKind, ...span: Span) =>
  (await queries.get(kind)!.latest.get(db, ...span))!;

// Jumps from week to week in the index, so the number of listings does not affect its speed.
export const launchedWeeks = preparedSql<{ week: string }, [siteId: number, until: string]>(`
  WITH RECURSIVE weeks (week) AS (
    SELECT min(launch_week) FROM listings WHERE site_id = ?1
    UNION ALL SELECT (SELECT min(launch_week) FROM listings WHERE site_id = ?1 AND launch_week > week)
    FROM weeks WHERE week IS NOT NULL)
  SELECT week FROM weeks w WHERE week <= ?2 AND EXISTS (
    SELECT 1 FROM listings WHERE site_id = ?1 AND launch_week = w.week AND status = 'live') ORDER BY week`).values;
