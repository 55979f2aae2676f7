import { type Db, preparedSql } from "../../store/store.ts";

/** How long an order that the buyer has not yet confirmed holds its places. */
export const holdMs = 30 * 60_000;

// A confirmed order holds its places until its payment session ends.
const isHeld = "o.status = 'pending' AND (o.confirmed_at IS NOT NULL OR o.created_at > ?3)";
const heldSince = (now: Date) => new Date(now.getTime() - holdMs);

// An immediate launch that has not been paid for holds a place in the week in which it was ordered. The unpaid order of a
// hidden or deleted listing holds no place.
const takenQuery = preparedSql<{ taken: number }, [siteId: number, week: string, since: Date, exceptOrder: number]>(`
  SELECT (SELECT count(*) FROM listings WHERE site_id = ?1 AND launch_week = ?2 AND plan = 'paid'
      AND status IN ('scheduled', 'awaiting_badge', 'live'))
    + (SELECT count(*) FROM order_lines l JOIN orders o ON o.id = l.order_id
      JOIN listings h ON h.id = l.listing_id AND h.status NOT IN ('suspended', 'archived')
      WHERE l.held_week = ?2 AND o.site_id = ?1 AND ${isHeld} AND o.id <> ?4) AS taken`);

export const paidPlacesTaken = (db: Db, siteId: number, week: string, now: Date, exceptOrder = 0): Promise<number> =>
  takenQuery.value(db, siteId, week, heldSince(now), exceptOrder);

export interface HoldingOrder {
  number: string;
  places: number;
}

const holdingQuery = preparedSql<HoldingOrder, [accountId: number, isTest: boolean, since: Date, exceptOrder: number]>(`
  SELECT o.number, count(*) AS places FROM orders o JOIN order_lines l ON l.order_id = o.id
  WHERE o.account_id = ?1 AND o.is_test = ?2 AND ${isHeld} AND o.id <> ?4 AND l.held_week IS NOT NULL
  GROUP BY o.id ORDER BY o.id`);

export const otherHoldingOrders = async (
  db: Db,
  { id, accountId, isTest }: { id: number; accountId: number | null; isTest: boolean },
  now: Date,
): Promise<HoldingOrder[]> => (accountId === null ? [] : holdingQuery.all(db, accountId, isTest, heldSince(now), id));
