import { randomBytes } from "node:crypto";
import type { FeedKind } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";

const setEpoch = preparedSql<never, [epoch: string]>("UPDATE feed_state SET epoch = ?").run;

/** Starts a new history, so that everybody who follows the feed reads it again from the beginning. */
export async function newEpoch(tx: Tx): Promise<string> {
  const epoch = randomBytes(8).toString("hex");
  await setEpoch(tx, epoch);
  return epoch;
}

/** The epoch and the last `seq` that was given to an entry of any site. */
export const feedHead = preparedSql<{ epoch: string; seq: number }, []>(
  "SELECT epoch, ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'feed'), 0) AS seq FROM feed_state",
).get;

export interface FeedRow {
  seq: number;
  at: string;
  kind: FeedKind;
  recordId: number;
  /** Null if the record is not public. */
  slug: string | null;
  version: number | null;
  mergedId: number | null;
  mergedSlug: string | null;
}

// A record's state is read with its entry: every later change gives the record a later entry.
const rowsFrom = (from: string) => `SELECT e.seq, e.at, e.kind, e.record_id AS recordId,
    coalesce(l.slug, f.slug, p.slug, k.slug) AS slug, l.version, m.id AS mergedId, m.slug AS mergedSlug
  FROM ${from}
  LEFT JOIN listings l ON e.kind = 'listing' AND l.id = e.record_id AND l.status = 'live'
  LEFT JOIN listings o ON e.kind = 'listing' AND o.id = e.record_id AND o.merged_into IS NOT NULL
  LEFT JOIN listings m ON m.id = o.merged_into AND m.status = 'live'
  LEFT JOIN founders f ON e.kind = 'founder' AND f.feed_id = e.record_id
    AND EXISTS (SELECT 1 FROM site_founders s WHERE s.site_id = e.site_id AND s.founder_id = f.id)
  LEFT JOIN posts p ON e.kind = 'post' AND p.id = e.record_id AND p.site_id = e.site_id AND p.published_at <= ?2
  LEFT JOIN categories k ON e.kind = 'category' AND k.id = e.record_id AND k.site_id = e.site_id
  WHERE e.site_id = ?1`;
const rows = rowsFrom("feed e");

/** The entries after `since`, in the order of `seq`. */
export const feedAfter = preparedSql<FeedRow, [siteId: number, now: string, since: number, limit: number]>(
  `${rows} AND e.seq > ?3 ORDER BY e.seq LIMIT ?4`,
).all;

/** The record's slug, also if it is no longer public. Null if it never was, or is an erased founder. */
type PageChange = Pick<FeedRow, "seq" | "kind" | "slug"> & {
  /** When the page changed other than by votes, ranks and ratings. Null if each entry means such a change. */
  changedAt: string | null;
};

// Only the audit log still knows the slug of a deleted record.
const deletedSlug = `(SELECT c.before->>'slug' FROM change_subjects s JOIN changes c ON c.id = s.change_id
    WHERE s.subject = r.kind || ':' || r.recordId AND s.position = 0 AND c.before->>'slug' IS NOT NULL
      AND ifnull(c.before->>'published_at', '') <= c.at ORDER BY s.change_id DESC LIMIT 1)`;

/** The entries between two positions, with the changes of pages that they mean. */
export const pageChanges = preparedSql<
  PageChange,
  [siteId: number, now: string, after: number, until: number, limit: number]
>(
  `SELECT r.seq, r.kind, coalesce(r.slug, o.slug, g.slug, iif(r.kind = 'founder', NULL, ${deletedSlug})) AS slug,
    CASE r.kind WHEN 'listing' THEN o.updated_at WHEN 'founder' THEN max(g.updated_at,
      ifnull((SELECT max(updated_at) FROM interview_answers WHERE founder_id = g.id), ''),
      ifnull((SELECT max(n.status_changed_at) FROM company_founders c
        CROSS JOIN listings n ON n.site_id = ?1 AND n.company_id = c.company_id WHERE c.founder_id = g.id), '')) END AS changedAt
  FROM (${rows} AND e.seq > ?3 AND e.seq <= ?4 ORDER BY e.seq LIMIT ?5) r
  LEFT JOIN listings o ON r.kind = 'listing' AND o.id = r.recordId
  LEFT JOIN founders g ON r.kind = 'founder' AND g.feed_id = r.recordId ORDER BY r.seq`,
).all;

/** The public records of one kind, in the order of their ids. Founders are left out unless they chose to be included. */
export const dumpedAfter = preparedSql<
  FeedRow,
  [siteId: number, now: string, kind: FeedKind, id: number, limit: number]
>(
  `${rows} AND e.kind = ?3 AND e.record_id > ?4 AND ifnull(f.in_data_set, 1)
    AND coalesce(l.id, f.id, p.id, k.id) IS NOT NULL ORDER BY e.record_id LIMIT ?5`,
).all;

export const foundersInDataSet = preparedSql<{ slug: string }, [slugs: readonly string[]]>(
  "SELECT f.slug FROM json_each(?) j JOIN founders f ON f.slug = j.value AND f.in_data_set",
).values;

export const launchesByWeek = preparedSql<
  { week: string; launches: { id: number; slug: string; rank: number | null }[] },
  [siteId: number, week: string, limit: number]
>(
  `SELECT launch_week AS week, json_group_array(json_object('id', id, 'slug', slug, 'rank', week_rank)) AS launches FROM (
    SELECT launch_week, id, slug, week_rank FROM listings
    WHERE site_id = ?1 AND launch_week > ?2 AND status = 'live' ORDER BY launch_week, week_rank IS NULL, week_rank, id)
  GROUP BY launch_week ORDER BY launch_week LIMIT ?3`,
  { launches: JSON.parse },
).all;

/** Returns true if a record that was public at the given `seq` and time has been removed since, or a founder has left the files. */
export const hasRemovedSince = preparedSql<{ one: number }, [siteId: number, now: string, seq: number, at: string]>(
  `SELECT 1 AS one FROM (${rows} AND e.seq > ?3) WHERE slug IS NULL AND mergedId IS NULL
  UNION ALL SELECT 1 FROM founders WHERE left_data_set_at > ?4 LIMIT 1`,
).exists;

/** The entries of the given records, each a pair of kind and id. */
export const feedOf = preparedSql<FeedRow, [siteId: number, now: string, records: readonly [FeedKind, number][]]>(
  // CROSS JOIN stops SQLite from reading all entries of the site.
  `${rowsFrom("json_each(?3) j CROSS JOIN feed e ON e.kind = j.value->>0 AND e.record_id = j.value->>1")} ORDER BY e.seq`,
).all;

const touchPosts = preparedSql<{ id: number }, [until: string]>(`
  INSERT INTO feed (site_id, kind, record_id, at) SELECT site_id, 'post', id, ?1 FROM posts
  WHERE published_at > (SELECT posts_until FROM feed_state) AND published_at <= ?1 RETURNING record_id AS id`).values;
const setPostsUntil = preparedSql<never, [until: string]>("UPDATE feed_state SET posts_until = ?").run;

/** Adds entries for posts whose date has come. Returns their ids. */
export async function addPublishedPosts(tx: Tx, now: Date): Promise<number[]> {
  const until = now.toISOString();
  const ids = await touchPosts(tx, until);
  if (ids.length > 0) await setPostsUntil(tx, until);
  return ids;
}
