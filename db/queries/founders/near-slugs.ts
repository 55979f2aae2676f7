import { type Db, preparedSql } from "../../store/store.ts";
import { searchListings } from "../search/search.ts";
import { siteFounders } from "./founders.ts";

const some = 20;
const spaced = (slug: string) => slug.replaceAll("-", " ");

export async function nearListings(db: Db, siteId: number, slug: string, now: Date): Promise<string[]> {
  const find = (q: string) => searchListings(db, { siteId, q, sort: "relevance", limit: some, offset: 0, now });
  const found = await Promise.all([find(spaced(slug)), find(slug.replaceAll("-", ""))]);
  const ids = [...new Set(found.flatMap((hits) => hits.ids))];
  return listingsQuery.values(db, ids);
}

const listingsQuery = preparedSql<{ slug: string }, [ids: number[]]>(
  "SELECT l.slug FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value ORDER BY j.key",
);

const beginning = 3;

export async function nearFounders(db: Db, siteId: number, slug: string): Promise<string[]> {
  const words = slug.split("-").slice(0, 4);
  const found = await Promise.all(
    words.map((word) => siteFounders(db, { siteId, q: word.slice(0, beginning), limit: 5 * some, offset: 0 })),
  );
  return found.flatMap(({ rows }) => rows.map((row) => row.slug));
}

const most = 1000;
export const categorySlugs = preparedSql<{ slug: string }, [siteId: number]>(
  `SELECT slug FROM categories WHERE site_id = ? LIMIT ${most}`,
).values;
export const postSlugs = preparedSql<{ slug: string }, [siteId: number, now: Date]>(
  `SELECT slug FROM posts WHERE site_id = ? AND published_at <= ? ORDER BY published_at DESC LIMIT ${most}`,
).values;
