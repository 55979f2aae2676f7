import { type Db, preparedSql } from "../../store/store.ts";
import { isReachable } from "../accounts/unsubscribe.ts";

export interface FreshListing {
  id: number;
  siteId: number;
  lastUpdateId: number;
}

export const listingsUpdatedSince = preparedSql<FreshListing, [since: Date]>(`
  SELECT l.id, l.site_id AS siteId, max(u.id) AS lastUpdateId
  FROM listing_updates u CROSS JOIN listings l ON l.id = u.listing_id JOIN sites s ON s.id = l.site_id
  WHERE u.created_at > ? AND l.status = 'live' AND s.sandbox_of IS NULL
    AND EXISTS (SELECT 1 FROM follows WHERE listing_id = l.id) GROUP BY l.id`).all;

/** An SQL condition: account `a` can receive emails about what it follows. */
export const isReached = `${isReachable} AND a.digests_stopped_at IS NULL`;

// In the index on `listing_id`, SQLite sorts a listing's follows by id. Each page therefore continues after the last id
// of the previous one.
const untoldQuery = preparedSql<{ id: number; accountId: number }, [number, number, number, number]>(`
  SELECT f.id, f.account_id AS accountId FROM follows f JOIN accounts a ON a.id = f.account_id
  WHERE f.listing_id = ? AND f.told_update_id < ? AND f.id > ? AND ${isReached} ORDER BY f.id LIMIT ?`);
export const untoldFollows = (db: Db, { id, lastUpdateId }: FreshListing, after: number, limit: number) =>
  untoldQuery.all(db, id, lastUpdateId, after, limit);

export interface Follower {
  id: number;
  email: string;
  name: string;
  toldAt: string | null;
}

export const followerById = preparedSql<Follower, [accountId: number, siteId: number]>(`
  SELECT a.id, a.email, a.name, (SELECT max(told_at) FROM (
    SELECT f.told_at FROM follows f JOIN listings l ON l.id = f.listing_id WHERE f.account_id = a.id AND l.site_id = ?2
    UNION ALL SELECT s.told_at FROM followed_searches s WHERE s.account_id = a.id AND s.site_id = ?2)) AS toldAt
  FROM accounts a WHERE a.id = ?1 AND ${isReached}`).get;

export interface UntoldUpdate {
  id: number;
  title: string;
  body: string;
  slug: string;
  name: string;
}

const updatesQuery = preparedSql<UntoldUpdate, [accountId: number, siteId: number, since: Date, limit: number]>(`
  SELECT u.id, u.title, u.body, l.slug, c.name FROM follows f
  JOIN listings l ON l.id = f.listing_id JOIN companies c ON c.id = l.company_id
  JOIN listing_updates u ON u.listing_id = l.id
  WHERE f.account_id = ?1 AND l.site_id = ?2 AND l.status = 'live'
    AND u.id > f.told_update_id AND u.created_at >= f.created_at AND u.created_at > ?3
  ORDER BY u.created_at DESC, u.id DESC LIMIT ?4`);
export const untoldUpdates = (
  db: Db,
  { accountId, siteId, since, limit }: { accountId: number; siteId: number; since: Date; limit: number },
) => updatesQuery.all(db, accountId, siteId, since, limit);

const lastUpdate = "(SELECT ifnull(max(u.id), 0) FROM listing_updates u WHERE u.listing_id = follows.listing_id)";
export const markTold = preparedSql<never, [accountId: number, siteId: number, now: Date]>(`
  UPDATE follows SET told_at = ?3, told_update_id = max(told_update_id, ${lastUpdate})
  WHERE account_id = ?1 AND listing_id IN (SELECT id FROM listings WHERE site_id = ?2 AND status = 'live')`).run;

export const skipUntold = preparedSql<never, [accountId: number]>(`
  UPDATE follows SET told_update_id = max(told_update_id, ${lastUpdate}) WHERE account_id = ?`).run;
