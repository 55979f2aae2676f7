import type { ListingStatus } from "../../schema/vocabulary.ts";
import { preparedSql } from "../../store/store.ts";

export interface ListedRow {
  companyId: number;
  listingId: number;
  name: string;
  slug: string;
  status: ListingStatus;
  siteId: number;
  siteName: string;
  siteHost: string | null;
}

/** For a listing that was merged on this site, returns the remaining one. */
export const listedByKey = preparedSql<ListedRow, [key: string, siteId: number]>(`
  SELECT c.id AS companyId, l.id AS listingId, c.name, l.slug, l.status, l.site_id AS siteId, s.name AS siteName, s.host AS siteHost
  FROM companies own JOIN listings m ON m.company_id = own.id 
  JOIN listings l ON l.id = iif(m.site_id = ?2, ifnull(m.merged_into, m.id), m.id)
  JOIN companies c ON c.id = l.company_id JOIN sites s ON s.id = l.site_id
  WHERE own.url_key = ?1 ORDER BY l.site_id <> ?2, l.id LIMIT 1`).get;
