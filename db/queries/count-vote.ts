import { preparedSql, type Tx } from "../store.ts";
import { endOfWeek, periodsOf, startOfWeek, weekOf } from "../week.ts";

/** A ballot as it changes the counts. */
export interface CountedBallot {
  listingId: number;
  siteId: number;
  castAt: string;
}

const remember = preparedSql<never, [number, string]>(`
  INSERT INTO unballoted_votes (listing_id, period, votes, voted_at)
  SELECT ?1, ?2, ifnull(max(votes), 0), max(voted_at) FROM vote_counts WHERE listing_id = ?1 AND period = ?2
  ON CONFLICT DO NOTHING`);
const rememberAll = preparedSql<never, [number]>(`
  INSERT INTO unballoted_votes (listing_id, period, votes, voted_at)
  SELECT id, 'all', votes, voted_at FROM listings WHERE id = ?1 ON CONFLICT DO NOTHING`);

const add = preparedSql<never, [number, string, number, string]>(`
  INSERT INTO vote_counts (listing_id, period, site_id, votes, voted_at) VALUES (?1, ?2, ?3, 1, ?4)
  ON CONFLICT (listing_id, period) DO UPDATE SET votes = votes + 1, voted_at = max(voted_at, excluded.voted_at)`);
const addToAll = preparedSql<never, [number, string]>(
  "UPDATE listings SET votes = votes + 1, voted_at = max(ifnull(voted_at, ''), ?2) WHERE id = ?1",
);

/** Counts a ballot in its week, month and year and among all votes of its listing. */
export async function addVote(tx: Tx, { listingId, siteId, castAt }: CountedBallot): Promise<void> {
  await rememberAll.run(tx, listingId);
  for (const period of periodsOf(new Date(castAt))) {
    await remember.run(tx, listingId, period);
    await add.run(tx, listingId, period, siteId, castAt);
  }
  await addToAll.run(tx, listingId, castAt);
}

// The count reached what it is now with the last of the votes that are left.
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

/** Takes a ballot out of the counts; to be called once it is no longer among those that count. */
export async function subtractVote(tx: Tx, { listingId, castAt }: CountedBallot): Promise<void> {
  const time = new Date(castAt);
  for (const period of periodsOf(time)) {
    const isLast = (await dropLast.get(tx, listingId, period)) !== null;
    // Who has no vote has no place.
    if (isLast) await dropRank.run(tx, listingId, period);
    else await subtract.run(tx, listingId, period, ...boundsOf(period, time));
  }
  await subtractFromAll.run(tx, listingId);
}

/** First time of a period and the first after it, as text that sorts like the times in it. */
function boundsOf(period: string, time: Date): [from: string, until: string] {
  if (period !== weekOf(time)) return [period, `${period}~`];
  return [startOfWeek(period)!.toISOString(), endOfWeek(period).toISOString()];
}
