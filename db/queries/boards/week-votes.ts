import { type Exclusion, exclusions } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";

/** A site's votes in one week. Each vote is counted once: `cast` equals `counted` plus the sum of `excluded`. */
export interface WeekVotes {
  cast: number;
  counted: number;
  excluded: { reason: Exclusion; count: number }[];
  withoutBallots: number;
}

const ballotsQuery = preparedSql<{ reason: Exclusion | null; count: number }, [number, string]>(
  "SELECT excluded AS reason, count(*) AS count FROM ballots WHERE site_id = ? AND week = ? GROUP BY excluded",
);
// If a listing has no row in `unballoted_votes`, none of its votes has a ballot.
const unballotedQuery = preparedSql<{ votes: number }, [number, string]>(`
  SELECT ifnull(sum(ifnull(u.votes, v.votes)), 0) AS votes
  FROM vote_counts v LEFT JOIN unballoted_votes u ON u.listing_id = v.listing_id AND u.period = v.period
  WHERE v.site_id = ? AND v.period = ?`);

export async function weekVotes(db: Db, siteId: number, week: string): Promise<WeekVotes> {
  const rows = await ballotsQuery.all(db, siteId, week);
  return totalsOf(rows, await unballotedQuery.value(db, siteId, week));
}

export function totalsOf(rows: { reason: Exclusion | null; count: number }[], withoutBallots: number): WeekVotes {
  const countOf = (reason: Exclusion | null) =>
    rows.filter((row) => row.reason === reason).reduce((sum, { count }) => sum + count, 0);
  const excluded = exclusions.map((reason) => ({ reason, count: countOf(reason) })).filter(({ count }) => count > 0);
  const counted = countOf(null) + withoutBallots;
  return { cast: excluded.reduce((sum, { count }) => sum + count, counted), counted, excluded, withoutBallots };
}
