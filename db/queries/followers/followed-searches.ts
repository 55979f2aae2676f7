import { type Db, preparedSql } from "../../store/store.ts";
import { isReached } from "./digests.ts";

type Key = [accountId: number, siteId: number, query: string];

export const addFollowedSearch = preparedSql<{ id: number }, [...Key, now: Date]>(`
  INSERT INTO followed_searches (account_id, site_id, query, created_at, told_until) VALUES (?1, ?2, ?3, ?4, ?4)
  ON CONFLICT DO NOTHING RETURNING id`).changes;

export const deleteFollowedSearch = preparedSql<{ id: number }, Key>(
  "DELETE FROM followed_searches WHERE account_id = ? AND site_id = ? AND query = ? RETURNING id",
).changes;

export const followsSearch = preparedSql<{ id: number }, Key>(
  "SELECT id FROM followed_searches WHERE account_id = ? AND site_id = ? AND query = ?",
).exists;

export const followedSearchCount = preparedSql<{ total: number }, [accountId: number]>(
  "SELECT count(*) AS total FROM followed_searches WHERE account_id = ?",
).value;

export interface FollowedSearchRow {
  siteId: number;
  siteName: string;
  query: string;
  followedAt: string;
}

export const searchesOfAccount = preparedSql<FollowedSearchRow, [accountId: number]>(`
  SELECT f.site_id AS siteId, s.name AS siteName, f.query, f.created_at AS followedAt
  FROM followed_searches f JOIN sites s ON s.id = f.site_id WHERE f.account_id = ? ORDER BY f.id DESC`).all;

export interface DistinctSearch {
  siteId: number;
  query: string;
}

const distinctQuery = preparedSql<DistinctSearch, [number, string, number]>(`
  SELECT f.site_id AS siteId, f.query FROM followed_searches f JOIN sites s ON s.id = f.site_id
  WHERE (f.site_id, f.query) > (?, ?) AND s.sandbox_of IS NULL GROUP BY f.site_id, f.query
  ORDER BY f.site_id, f.query LIMIT ?`);
export const followedSearches = (db: Db, after: DistinctSearch, limit: number) =>
  distinctQuery.all(db, after.siteId, after.query, limit);

const untoldQuery = preparedSql<{ id: number; accountId: number }, [number, string, string, number, number]>(`
  SELECT f.id, f.account_id AS accountId FROM followed_searches f JOIN accounts a ON a.id = f.account_id
  WHERE f.site_id = ? AND f.query = ? AND f.told_until <= ? AND f.id > ? AND ${isReached} ORDER BY f.id LIMIT ?`);
export const untoldSearchers = (
  db: Db,
  { siteId, query }: DistinctSearch,
  launchedAt: string,
  after: number,
  limit: number,
) => untoldQuery.all(db, siteId, query, launchedAt, after, limit);

export interface SearchToTell {
  query: string;
  toldUntil: string;
}

export const searchesToTell = preparedSql<SearchToTell, [accountId: number, siteId: number]>(
  "SELECT query, told_until AS toldUntil FROM followed_searches WHERE account_id = ? AND site_id = ? ORDER BY id",
).all;

export interface Launch {
  id: number;
  slug: string;
  name: string;
  headline: string;
  launchedAt: string;
}

export const launchesAmong = preparedSql<Launch, [ids: number[], since: string, until: string]>(`
  SELECT l.id, l.slug, c.name, l.headline, l.launched_at AS launchedAt FROM listings l
  JOIN companies c ON c.id = l.company_id
  WHERE l.id IN (SELECT value FROM json_each(?1)) AND l.launched_at >= ?2 AND l.launched_at < ?3
  ORDER BY l.launched_at DESC, l.id DESC`).all;

export const markSearchesTold = preparedSql<never, [accountId: number, siteId: number, now: Date, until: string]>(`
  UPDATE followed_searches SET told_at = ?3, told_until = max(told_until, ?4) WHERE account_id = ?1 AND site_id = ?2`).run;

export const skipLaunches = preparedSql<never, [accountId: number, until: Date]>(
  "UPDATE followed_searches SET told_until = max(told_until, ?2) WHERE account_id = ?1",
).run;
