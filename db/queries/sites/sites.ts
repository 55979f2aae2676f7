import type { SiteSettings } from "../../schema/sites.ts";
import { cachedUntilCommit, type Db, preparedSql, type Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";

export interface SiteRow {
  id: number;
  key: string;
  name: string;
  /** Null for the default site, which also serves requests for unknown hosts. */
  host: string | null;
  tagline: string;
  currency: string;
  settings: SiteSettings;
  listingCount: number;
}

const columns = "id, key, name, host, tagline, currency, settings, listing_count AS listingCount";
const readers = { settings: JSON.parse };
// The statement looks for the default site only if it finds no site for the host. With OR, SQLite would have to sort.
const byHostQuery = preparedSql<SiteRow, [host: string]>(
  `SELECT ${columns} FROM sites WHERE host = ? AND sandbox_of IS NULL
  UNION ALL SELECT ${columns} FROM sites WHERE host IS NULL LIMIT 1`,
  readers,
);

export const siteByHost = (db: Db, host: string): Promise<SiteRow | null> =>
  cachedUntilCommit(db, `site ${host}`, () => byHostQuery.get(db, host));

/** Returns a site by id or, for a sandbox, the site that it belongs to. */
export const siteById = preparedSql<SiteRow, [id: number]>(
  `SELECT ${columns} FROM sites WHERE id = (SELECT coalesce(sandbox_of, id) FROM sites WHERE id = ?)`,
  readers,
).get;

export const allSites = preparedSql<SiteRow, []>(
  `SELECT ${columns} FROM sites WHERE sandbox_of IS NULL ORDER BY host IS NOT NULL, id`,
  readers,
).all;

/** Saves how far search engines were notified, unless the setting was switched off or on again meanwhile. */
export const saveIndexNow = preparedSql<never, [siteId: number, state: string]>(`
  UPDATE sites SET settings = json_set(settings, '$.indexNow', json(?2))
  WHERE id = ?1 AND settings->>'$.indexNow.key' = ?2->>'$.key'`).run;

export interface SiteCounts {
  listings: number;
  categories: number;
  founders: number;
  posts: number;
}

const countsQuery = preparedSql<SiteCounts, [siteId: number, now: Date]>(`
  SELECT listing_count AS listings, founder_count AS founders,
    (SELECT count(*) FROM categories WHERE site_id = s.id) AS categories,
    (SELECT count(*) FROM posts WHERE site_id = s.id AND published_at <= ?2) AS posts
  FROM sites s WHERE id = ?1`);

export async function siteCounts(db: Db, siteId: number, now: Date): Promise<SiteCounts> {
  return (await countsQuery.get(db, siteId, now))!;
}

export const sandboxOf = preparedSql<{ id: number }, [siteId: number]>(
  "SELECT id FROM sites WHERE sandbox_of = ?",
).valueOrNull;

const clashQuery = preparedSql<{ id: number; key: string; host: string | null }, [string, string | null]>(
  "SELECT id, key, host FROM sites WHERE key = ?1 OR ifnull(host, '') = ifnull(?2, '')",
);

export async function refuseClash(tx: Tx, { key, host }: Pick<SiteRow, "key" | "host">, ownId: number | null) {
  for (const other of await clashQuery.all(tx, key, host)) {
    if (other.id === ownId) continue;
    if (other.key === key) throw new RuleViolation(`the site "${key}" already exists`);
    throw new RuleViolation(
      host === null
        ? `"${other.key}" is already the default site; give this site a host`
        : `the host ${host} belongs to the site "${other.key}"`,
    );
  }
}
