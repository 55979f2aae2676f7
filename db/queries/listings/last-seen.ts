import { type Db, preparedSql } from "../../store/store.ts";

export const markSeen = preparedSql<never, [companyId: number, at: string]>(
  "UPDATE companies SET seen_at = ?2 WHERE id = ?1 AND ifnull(seen_at, '') < ?2",
).run;

export const markListingSeen = preparedSql<never, [listingId: number, at: string]>(`
  UPDATE companies SET seen_at = ?2
  WHERE id = (SELECT company_id FROM listings WHERE id = ?1) AND ifnull(seen_at, '') < ?2`).run;

const seenQuery = preparedSql<{ seenAt: string | null }, [number, string]>(`
  SELECT c.seen_at AS seenAt FROM listings l JOIN companies c ON c.id = l.company_id
  WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);
/** Returns null if the website has never been checked, or undefined if no live listing has this slug. */
export const seenAt = async (db: Db, siteId: number, slug: string): Promise<string | null | undefined> =>
  (await seenQuery.get(db, siteId, slug))?.seenAt;
