import { type Db, preparedSql } from "../../store/store.ts";
import { storyTitle } from "../listings/listings.ts";

export interface FounderCompanyRow {
  name: string;
  url: string;
  /** The slug on the given site; null if the company is only on other sites. */
  listing_slug: string | null;
  headline: string | null;
}

export interface FounderRow {
  id: number;
  slug: string;
  name: string;
  photoHash: string | null;
  bio: string;
  links: Record<string, string>;
  companies: FounderCompanyRow[];
}

const readers = { links: JSON.parse, companies: JSON.parse };

const facts = "f.id, f.slug, f.name, f.photo_hash AS photoHash, f.bio, f.links";
const company = `json_object('name', x.name, 'url', x.url, 'listing_slug', x.slug, 'headline', x.headline)`;
const companyOrder = "ORDER BY x.slug IS NULL, x.votes DESC, x.id";

const companiesInList = 3;
// The companies of founder `f` with a live listing on site ?1, most votes first. CROSS JOIN stops SQLite from scanning
// all the site's listings for each founder.
const topCompanies = `(SELECT json_group_array(${company} ${companyOrder}) FROM (
  SELECT c.id, c.name, c.url, l.slug, l.headline, l.votes FROM company_founders cf
  CROSS JOIN listings l ON l.site_id = ?1 AND l.company_id = cf.company_id AND l.status = 'live'
  JOIN companies c ON c.id = cf.company_id WHERE cf.founder_id = f.id
  ORDER BY l.votes DESC, c.id LIMIT ${companiesInList}) x) AS companies`;

const countQuery = preparedSql<{ total: number }, [number]>("SELECT founder_count AS total FROM sites WHERE id = ?");
export type FounderPlace = [name: string, id: number];
type Wanted = [siteId: number, expression: string | null, limit: number];

function pagesOf(listed: string) {
  const page = (from: string) => `
  WITH listed AS ${listed}, page AS MATERIALIZED (SELECT founder_id, name FROM listed ${from})
  SELECT ${facts}, ${topCompanies} FROM page CROSS JOIN founders f ON f.id = page.founder_id
  ORDER BY page.name COLLATE NOCASE, f.id`;
  // The first comparison gives SQLite a starting point in the index, which the row comparison alone would not do.
  const isAfter = "name COLLATE NOCASE >= ?4 AND (name COLLATE NOCASE, founder_id) > (?4, ?5)";
  const order = "ORDER BY name COLLATE NOCASE, founder_id LIMIT ?3";
  return {
    first: preparedSql<FounderRow, [...Wanted, offset: number]>(page(`${order} OFFSET ?4`), readers),
    after: preparedSql<FounderRow, [...Wanted, ...FounderPlace]>(page(`WHERE ${isAfter} ${order}`), readers),
  };
}
const allPages = pagesOf("(SELECT founder_id, name FROM site_founders WHERE site_id = ?1)");

type NewFounder = FounderRow & { createdAt: string; updatedAt: string };
export const newFounders = preparedSql<NewFounder, [siteId: number, limit: number]>(
  `WITH page AS MATERIALIZED (SELECT founder_id FROM site_founders WHERE site_id = ?1 ORDER BY founder_id DESC LIMIT ?2)
  SELECT ${facts}, f.created_at AS createdAt, f.updated_at AS updatedAt, ${topCompanies}
  FROM page CROSS JOIN founders f ON f.id = page.founder_id ORDER BY f.id DESC`,
  readers,
).all;

/** Matches are counted and sorted up to this number; a total above it means "more". */
export const founderCountLimit = 1000;
const hits = `(SELECT s.founder_id, s.name FROM founder_search
  CROSS JOIN site_founders s ON s.site_id = ?1 AND s.founder_id = founder_search.rowid
  WHERE founder_search MATCH ?2 LIMIT ${founderCountLimit + 1})`;
const hitCountQuery = preparedSql<{ total: number }, [number, string]>(`SELECT count(*) AS total FROM ${hits}`);
const hitPages = pagesOf(`MATERIALIZED ${hits}`);

const maxWords = 8;

/**
 * An FTS expression that matches each word of a name as a prefix. Letters such as `ø` are replaced in the same way as
 * in the triggers.
 */
function nameExpression(q: string): string {
  const plain = q.normalize("NFC").replaceAll("ß", "ss").replace(/[øØ]/g, "o").replace(/[łŁ]/g, "l");
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return words
    .slice(0, maxWords)
    .map((word) => `"${word}" *`)
    .join(" ");
}

/** Returns the founders with a live listing on the site, sorted by name. If there is no `q`, the total is exact. */
export async function siteFounders(
  db: Db,
  query: {
    siteId: number;
    q?: string;
    limit: number;
    offset: number;
    after?: FounderPlace;
  },
): Promise<{ rows: FounderRow[]; total: number; next: FounderPlace | null }> {
  const { siteId, limit, offset, after } = query;
  const q = query.q?.trim();
  const expression = q ? nameExpression(q) : null;
  if (expression === "") return { rows: [], total: 0, next: null };
  const { first, after: following } = expression === null ? allPages : hitPages;
  const wanted: Wanted = [siteId, expression, limit + 1];
  const rows = await (after ? following.all(db, ...wanted, ...after) : first.all(db, ...wanted, offset));
  const count =
    expression === null ? await countQuery.get(db, siteId) : await hitCountQuery.get(db, siteId, expression);
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return { rows: rows.slice(0, limit), total: count?.total ?? 0, next: last && [last.name, last.id] };
}

const profileCompanies = 100;
/** Returns a founder with their companies on all sites. Returns null if none of the companies is live on this site. */
export const founderBySlug = preparedSql<FounderRow, [siteId: number, slug: string]>(
  `SELECT ${facts}, (SELECT json_group_array(${company} ${companyOrder}) FROM (
    SELECT c.id, c.name, c.url, l.slug, l.headline, l.votes FROM company_founders cf
    JOIN companies c ON c.id = cf.company_id
    LEFT JOIN listings l ON l.site_id = ?1 AND l.company_id = cf.company_id AND l.status = 'live'
    WHERE cf.founder_id = f.id
      AND EXISTS (SELECT 1 FROM listings e WHERE e.company_id = cf.company_id AND e.status = 'live')
    ORDER BY l.slug IS NULL, l.votes DESC, c.id LIMIT ${profileCompanies}) x) AS companies
  FROM founders f WHERE f.slug = ?2
    AND EXISTS (SELECT 1 FROM site_founders s WHERE s.site_id = ?1 AND s.founder_id = f.id)`,
  readers,
).get;

export const storiesOfFounder = preparedSql<
  { title: string; slug: string; publishedAt: string },
  [siteId: number, founderId: number]
>(`
  SELECT ${storyTitle} AS title, l.slug, s.published_at AS publishedAt FROM company_founders cf
  CROSS JOIN listings l ON l.site_id = ?1 AND l.company_id = cf.company_id AND l.status = 'live'
  JOIN companies c ON c.id = l.company_id JOIN stories s ON s.listing_id = l.id AND s.published_at IS NOT NULL
  WHERE cf.founder_id = ?2 ORDER BY s.published_at DESC, l.id DESC LIMIT ${profileCompanies}`).all;
