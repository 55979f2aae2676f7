import { preparedSql } from "../../store/store.ts";
import { isReachable } from "../accounts/unsubscribe.ts";

export interface MailedListing {
  id: number;
  name: string;
}

/** The live listings on a site that an account may edit, if it wants emails about their insights. */
const mailed = (columns: string, condition: string) => `
  SELECT ${columns} FROM accounts a CROSS JOIN company_owners o ON o.account_id = a.id AND o.read_only_since IS NULL
  CROSS JOIN listings l ON l.company_id = o.company_id AND l.site_id = ?1 AND l.status = 'live'
  JOIN companies c ON c.id = l.company_id
  WHERE a.insights_stopped_at IS NULL AND ${isReachable} AND ${condition}`;

export const mailedListings = preparedSql<MailedListing, [siteId: number, accountId: number, limit: number]>(
  `${mailed("l.id, c.name", "a.id = ?2")} ORDER BY l.id LIMIT ?3`,
).all;

/** The accounts in the order of their ids. */
export const accountsWithInsights = preparedSql<{ id: number }, [siteId: number, after: number, limit: number]>(
  `${mailed("DISTINCT a.id", "a.id > ?2")} ORDER BY a.id LIMIT ?3`,
).values;
