import { type Db, preparedSql } from "../../store/store.ts";
import { words } from "../search/search-text.ts";

export interface PostCardRow {
  slug: string;
  title: string;
  excerpt: string;
  author: string;
  tags: string[];
  publishedAt: string;
}
export interface PostRow extends PostCardRow {
  bodyMarkdown: string;
}

const card = "slug, title, excerpt, author, tags, published_at AS publishedAt";
// A blog has hundreds of posts. Searching their words directly costs less than keeping an index.
const wanted = `FROM posts WHERE site_id = ?1 AND published_at <= ?2
  AND (?3 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) t JOIN json_each(?3) w ON w.value = t.value))
  AND NOT EXISTS (SELECT 1 FROM json_each(?4) w WHERE instr(search_text, w.value) = 0)`;
type Wanted = [siteId: number, now: Date, tags: string[] | null, words: string[]];
const countQuery = preparedSql<{ total: number }, Wanted>(`SELECT count(*) AS total ${wanted}`);
const listQuery = preparedSql<PostCardRow, [...Wanted, limit: number, offset: number]>(
  `SELECT ${card} ${wanted} ORDER BY published_at DESC, id LIMIT ?5 OFFSET ?6`,
  { tags: JSON.parse },
);

export interface PostQuery {
  siteId: number;
  q?: string;
  /** A post matches if it has one of these tags. */
  tags?: string[];
  limit: number;
  offset: number;
  now: Date;
}

const maxWords = 12;

export async function listPosts(db: Db, query: PostQuery): Promise<{ rows: PostCardRow[]; total: number }> {
  const q = query.q?.trim() ?? "";
  const sought = words(q).slice(0, maxWords);
  if (q !== "" && sought.length === 0) return { rows: [], total: 0 };
  const params: Wanted = [query.siteId, query.now, query.tags ?? null, sought];
  return {
    rows: await listQuery.all(db, ...params, query.limit, query.offset),
    total: await countQuery.value(db, ...params),
  };
}

export const postBySlug = preparedSql<PostRow, [siteId: number, slug: string, now: Date]>(
  `SELECT ${card}, body_markdown AS bodyMarkdown FROM posts WHERE site_id = ? AND slug = ? AND published_at <= ?`,
  { tags: JSON.parse },
).get;
