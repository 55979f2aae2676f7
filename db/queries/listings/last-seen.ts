import { type Db, preparedSql, type Tx } from "../../store/store.ts";

const markQuery = preparedSql<never, [number, string]>(
  "UPDATE companies SET seen_at = ?2 WHERE id = ?1 AND ifnull(seen_at, '') < ?2",
);
/** Records that a company's website responded. An earlier time than the stored one changes nothing. */
export const markSeen = (tx: Tx, companyId: number, at: string): Promise<void> => markQuery.run(tx, companyId, at);

const markListingQuery = preparedSql<never, [number, string]>(`
  UPDATE companies SET seen_at = ?2
  WHERE id = (SELECT company_id FROM listings WHERE id = ?1) AND ifnull(seen_at, '') < ?2`);
export const markListingSeen = (tx: Tx, listingId: number, at: string): Promise<void> =>
  markListingQuery.run(tx, listingId, at);

const seenQuery = preparedSql<{ seenAt: string | null }, [number, string]>(`
  SELECT c.seen_at AS seenAt FROM listings l JOIN companies c ON c.id = l.company_id
  WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`);
/**
 * When the website of a live listing last responded; null if it was never checked; undefined without such a listing.
 */
export const seenAt = async (db: Db, siteId: number, slug: string): Promise<string | null | undefined> =>
  (await seenQuery.get(db, siteId, slug))?.seenAt;
