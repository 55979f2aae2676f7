import { preparedSql, type Tx } from "../../store/store.ts";
import { endOfWeek, periodsOf, startOfWeek, weekOf } from "../../values/week.ts";

export interface CountedBallot {
  listingId: number;
  siteId: number;
  castAt: string;
}

// Each row of `rows` has a listing's id, a period, a site's id and the time when the vote was cast.
const remember = preparedSql<never, [rows: unknown[]]>(`
  INSERT INTO unballoted_votes (listing_id, period, votes, voted_at)
  SELECT j.value->>0, j.value->>1, ifnull(v.votes, 0), v.voted_at
  FROM json_each(?) j LEFT JOIN vote_counts v ON v.listing_id = j.value->>0 AND v.period = j.value->>1
  WHERE true ON CONFLICT DO NOTHING`);
const rememberAll = preparedSql<never, [rows: unknown[]]>(`
  INSERT INTO unballoted_votes (listing_id, period, votes, voted_at)
  SELECT l.id, 'all', l.votes, l.voted_at FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value->>0
  WHERE true ON CONFLICT DO NOTHING`);

const add = preparedSql<never, [rows: unknown[]]>(`
  INSERT INTO vote_counts (listing_id, period, site_id, votes, voted_at)
  SELECT value->>0, value->>1, value->>2, 1, value->>3 FROM json_each(?) WHERE true
  ON CONFLICT (listing_id, period) DO UPDATE SET votes = votes + 1, voted_at = max(voted_at, excluded.voted_at)`);
const addToAll = preparedSql<never, [rows: unknown[]]>(`
  UPDATE listings SET votes = listings.votes + n.added, voted_at = max(ifnull(voted_at, ''), n.castAt)
  FROM (SELECT value->>0 AS id, count(*) AS added, max(value->>1) AS castAt FROM json_each(?) GROUP BY 1) n
  WHERE listings.id = n.id`);

export async function addVotes(tx: Tx, ballots: readonly CountedBallot[]): Promise<void> {
  const all = ballots.map(({ listingId, castAt }) => [listingId, castAt]);
  const inPeriods = ballots.flatMap(({ listingId, siteId, castAt }) =>
    periodsOf(new Date(castAt)).map((period) => [listingId, period, siteId, castAt]),
  );
  await rememberAll.run(tx, all);
  await remember.run(tx, inPeriods);
  await add.run(tx, inPeriods);
  await addToAll.run(tx, all);
}

// The time of the last remaining vote, at which the current count was reached.
const lastVote = (period: string, within: string) => `
  (SELECT max(at) FROM (
    SELECT voted_at AS at FROM unballoted_votes WHERE listing_id = ?1 AND period = ${period} AND votes > 0
    UNION ALL SELECT max(cast_at) FROM ballots WHERE listing_id = ?1 AND excluded IS NULL ${within}))`;
const dropLast = preparedSql<{ period: string }, [number, string]>(
  "DELETE FROM vote_counts WHERE listing_id = ?1 AND period = ?2 AND votes = 1 RETURNING period",
);
const subtract = preparedSql<never, [number, string, string, string]>(`
  UPDATE vote_counts SET votes = votes - 1, voted_at = ${lastVote("?2", "AND cast_at >= ?3 AND cast_at < ?4")}
  WHERE listing_id = ?1 AND period = ?2`);
const subtractFromAll = preparedSql<never, [number]>(
  `UPDATE listings SET votes = votes - 1, voted_at = ${lastVote("'all'", "")} WHERE id = ?1`,
);
const dropRank = preparedSql<never, [number, string]>(
  "UPDATE listings SET week_rank = NULL WHERE id = ? AND launch_week = ?",
);

/** Subtracts ballots from the counts. The caller has already excluded or deleted the ballots. */
export async function subtractVotes(tx: Tx, ballots: readonly CountedBallot[]): Promise<void> {
  for (const ballot of ballots) await subtractVote(tx, ballot);
}

async function subtractVote(tx: Tx, { listingId, castAt }: CountedBallot): Promise<void> {
  const time = new Date(castAt);
  for (const period of periodsOf(time)) {
    const isLast = await dropLast.changes(tx, listingId, period);
    // A listing without votes is not ranked.
    if (isLast) await dropRank.run(tx, listingId, period);
    else await subtract.run(tx, listingId, period, ...boundsOf(period, time));
  }
  await subtractFromAll.run(tx, listingId);
}

/** The start and the exclusive end of a period, as strings that can be compared with times. */
function boundsOf(period: string, time: Date): [from: string, until: string] {
  if (period !== weekOf(time)) return [period, `${period}~`];
  return [startOfWeek(period)!.toISOString(), endOfWeek(period).toISOString()];
}
