import { preparedSql } from "../../store/store.ts";
import { isReachable } from "../accounts/unsubscribe.ts";

/** A listing's result in a closed week or month. */
export interface PeriodResult {
  id: number;
  name: string;
  slug: string;
  votes: number;
  awardId: number | null;
  awardRank: number | null;
}

/** A listing took part in a week if it launched in it or received votes. Of months, only the awards count. */
const participants = (columns: string, condition: string) => `
  SELECT ${columns} FROM company_owners o CROSS JOIN accounts a ON a.id = o.account_id
  CROSS JOIN listings l ON l.company_id = o.company_id AND l.site_id = ?1 AND l.status = 'live'
  JOIN companies c ON c.id = l.company_id
  LEFT JOIN vote_counts v ON v.listing_id = l.id AND v.period = ?2
  LEFT JOIN awards w ON w.listing_id = l.id AND w.period = ?2
  WHERE ${condition} AND o.read_only_since IS NULL AND ${isReachable} AND (w.id IS NOT NULL
    OR ?2 LIKE '%W%' AND (v.votes IS NOT NULL OR l.launch_week = ?2 AND l.launched_at IS NOT NULL))`;

export const periodResults = preparedSql<PeriodResult, [siteId: number, period: string, accountId: number]>(
  `${participants(
    "l.id, c.name, l.slug, ifnull(v.votes, 0) AS votes, w.id AS awardId, w.rank AS awardRank",
    "o.account_id = ?3",
  )} ORDER BY v.votes DESC, l.id`,
).all;

/** The accounts with a listing that took part, in the order of their ids. */
export const accountsWithResults = preparedSql<
  { id: number },
  [siteId: number, period: string, after: number, limit: number]
>(`${participants("DISTINCT o.account_id AS id", "o.account_id > ?3")} ORDER BY o.account_id LIMIT ?4`).values;
