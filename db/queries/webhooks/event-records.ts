import { type Db, preparedSql } from "../../store/store.ts";

export const orderOfEvent = preparedSql<
  {
    number: string;
    currency: string;
    net: number;
    vat: number | null;
    gross: number | null;
    listingIds: number[];
  },
  [id: number]
>(
  `SELECT number, currency, net, vat, gross, (SELECT json_group_array(DISTINCT listing_id) FROM order_lines
    WHERE order_id = o.id) AS listingIds FROM orders o WHERE id = ?`,
  { listingIds: JSON.parse },
).get;

export const updateOfEvent = preparedSql<{ title: string; body: string }, [id: number]>(
  "SELECT title, body FROM listing_updates WHERE id = ?",
).get;

export const approvalOfEvent = preparedSql<{ operation: string; expiresAt: string }, [id: number]>(
  "SELECT operation, expires_at AS expiresAt FROM approval_requests WHERE id = ?",
).get;

const launches = preparedSql<
  { id: number; slug: string; rank: number | null },
  [siteId: number, week: string, accountId: number | null, limit: number]
>(`SELECT l.id, l.slug, l.week_rank AS rank FROM listings l
  WHERE l.site_id = ?1 AND l.launch_week = ?2 AND l.status = 'live' AND (?3 IS NULL OR l.company_id IN (
    SELECT company_id FROM company_owners WHERE account_id = ?3))
  ORDER BY l.week_rank IS NULL, l.week_rank, l.id LIMIT ?4`);

/** The best launches of a week; for an account, only its own. */
export const launchesOfWeek = (
  db: Db,
  { siteId, accountId }: { siteId: number; accountId: number | null },
  week: string,
  limit: number,
) => launches.all(db, siteId, week, accountId, limit);
