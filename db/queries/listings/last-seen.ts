import { preparedSql } from "../../store/store.ts";

export const markSeen = preparedSql<never, [companyId: number, at: string]>(
  "UPDATE companies SET seen_at = ?2 WHERE id = ?1 AND ifnull(seen_at, '') < ?2",
).run;

export const markListingSeen = preparedSql<never, [listingId: number, at: string]>(`
  UPDATE companies SET seen_at = ?2
  WHERE id = (SELECT company_id FROM listings WHERE id = ?1) AND ifnull(seen_at, '') < ?2`).run;

/** Null if no live listing has this slug. `seen_at` is null if the website has never been checked. */
export const pageFacts = preparedSql<{ seen_at: string | null; has_owner: boolean }, [siteId: number, slug: string]>(
  `SELECT c.seen_at, EXISTS (SELECT 1 FROM company_owners o
    WHERE o.company_id = c.id AND o.read_only_since IS NULL) AS has_owner
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ? AND l.slug = ? AND l.status = 'live'`,
  { has_owner: Boolean },
).get;
