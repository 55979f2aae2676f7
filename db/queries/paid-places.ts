import { type Db, preparedSql } from "../store.ts";

// The week of a launch at once is the one it was ordered in, until it is paid.
const takenQuery = preparedSql<{ taken: number }, [number, string, number]>(`
  SELECT (SELECT count(*) FROM listings WHERE site_id = ?1 AND launch_week = ?2 AND plan = 'paid'
      AND status IN ('scheduled', 'awaiting_badge', 'live'))
    + (SELECT count(*) FROM order_lines l JOIN orders o ON o.id = l.order_id
      WHERE l.held_week = ?2 AND o.site_id = ?1 AND o.status = 'pending' AND o.id <> ?3) AS taken`);

/** Paid places of a week that are taken, or held by an open order; `exceptOrder` leaves one order's own out. */
export const paidPlacesTaken = async (db: Db, siteId: number, week: string, exceptOrder = 0): Promise<number> =>
  (await takenQuery.get(db, siteId, week, exceptOrder))!.taken;
