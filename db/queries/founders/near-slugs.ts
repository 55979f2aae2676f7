import { type Db, preparedSql } from "../../store/store.ts";
import { searchListings } from "../search/search.ts";
import { siteFounders } from "./founders.ts";

const some = 20;
const spaced = (slug: string) => slug.replaceAll("-", " ");

export async function nearListings(db: Db, siteId: number, slug: string, now: Date): Promise<string[]> {
  const find = (q: string) => searchListings(db, { siteId, q, sort: "relevance", limit: some, offset: 0, now });
  const found = await Promise.all([find(spaced(slug)), find(slug.replaceAll("-", ""))]);
  const ids = [...new Set(found.flatMap((hits) => hits.ids))];
  return slugsOf(await listingsQuery.all(db, JSON.stringify(ids)));
}

const listingsQuery = preparedSql<{ slug: string }, [string]>(
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
const categoriesQuery = preparedSql<{ slug: string }, [number]>(
  `SELECT slug FROM categories WHERE site_id = ? LIMIT ${most}`,
);
const postsQuery = preparedSql<{ slug: string }, [number, string]>(
  `SELECT slug FROM posts WHERE site_id = ? AND published_at <= ? ORDER BY published_at DESC LIMIT ${most}`,
);
const slugsOf = (rows: { slug: string }[]) => rows.map(({ slug }) => slug);

export const categorySlugs = async (db: Db, siteId: number) => slugsOf(await categoriesQuery.all(db, siteId));

export const postSlugs = async (db: Db, siteId: number, now: Date) =>
  slugsOf(await postsQuery.all(db, siteId, now.toISOString()));
