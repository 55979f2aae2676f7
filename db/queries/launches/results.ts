import { preparedSql } from "../../store/store.ts";
import { isReachable } from "../accounts/unsubscribe.ts";

/** A listing's result of a closed week. It took part if it launched in the week or received votes. */
export interface WeekResult {
  id: number;
  name: string;
  slug: string;
  votes: number;
  awardId: number | null;
  awardRank: number | null;
}

const participants = `company_owners o CROSS JOIN listings l ON l.company_id = o.company_id AND l.site_id = ?1
    AND l.status = 'live'
  LEFT JOIN vote_counts v ON v.listing_id = l.id AND v.period = ?2`;
const tookPart = `o.read_only_since IS NULL
  AND (v.votes IS NOT NULL OR l.launch_week = ?2 AND l.launched_at IS NOT NULL)`;

export const weekResults = preparedSql<WeekResult, [siteId: number, week: string, accountId: number]>(`
  SELECT l.id, c.name, l.slug, ifnull(v.votes, 0) AS votes, w.id AS awardId, w.rank AS awardRank
  FROM ${participants} JOIN companies c ON c.id = l.company_id
  LEFT JOIN awards w ON w.listing_id = l.id AND w.kind = 'week' AND w.period = ?2
  WHERE o.account_id = ?3 AND ${tookPart} ORDER BY v.votes DESC, l.id`).all;

/** The accounts with a listing that took part in a week, in the order of their ids. */
export const weekParticipants = preparedSql<
  { id: number },
  [siteId: number, week: string, after: number, limit: number]
>(`
  SELECT DISTINCT o.account_id AS id FROM ${participants} JOIN accounts a ON a.id = o.account_id
  WHERE o.account_id > ?3 AND ${tookPart} AND ${isReachable}
    AND (a.week_results_stopped_at IS NULL OR a.awards_stopped_at IS NULL) ORDER BY o.account_id LIMIT ?4`).values;

interface AwardReader {
  id: number;
  email: string;
  name: string;
  listing: string;
  slug: string;
}

/** The people who may edit a listing and want emails about its awards. */
export const awardReaders = preparedSql<AwardReader, [listingId: number]>(`
  SELECT a.id, a.email, a.name, c.name AS listing, l.slug FROM listings l JOIN companies c ON c.id = l.company_id
  JOIN company_owners o ON o.company_id = l.company_id JOIN accounts a ON a.id = o.account_id
  WHERE l.id = ? AND l.status = 'live' AND o.read_only_since IS NULL AND a.awards_stopped_at IS NULL
    AND ${isReachable} ORDER BY a.id`).all;
