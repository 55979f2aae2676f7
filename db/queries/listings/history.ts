import { type Db, preparedSql } from "../../store/store.ts";

const daysShown = 28;
const weeksShown = 26;
const monthsShown = 24;
/** Ranks beyond this number are not determined, because that would mean counting every listing with a higher rank. */
const lastPlace = 1_000;

const votesQuery = preparedSql<{ day: string; votes: number }, [number]>(`
  SELECT substr(cast_at, 1, 10) AS day, count(*) AS votes FROM ballots
  WHERE listing_id = ?1 AND excluded IS NULL AND cast_at >= (
    SELECT date(max(cast_at), '-${daysShown - 1} days') FROM ballots WHERE listing_id = ?1 AND excluded IS NULL)
  GROUP BY 1 ORDER BY 1`);

const ahead = (where: string) => `(SELECT count(*) FROM (SELECT 1 FROM vote_counts v
    WHERE v.site_id = m.site_id AND v.period = m.period AND v.is_live = 1 AND ${where} LIMIT ${lastPlace}))`;
const ranksQuery = preparedSql<{ week: string; place: number }, [number, string]>(`
  SELECT week, place FROM (SELECT m.period AS week, 1
    + ${ahead("v.votes > m.votes")}
    + ${ahead("v.votes = m.votes AND v.voted_at < m.voted_at")}
    + ${ahead("v.votes = m.votes AND v.voted_at = m.voted_at AND v.listing_id < m.listing_id")} AS place
    FROM (SELECT listing_id, site_id, period, votes, voted_at FROM vote_counts
      WHERE listing_id = ?1 AND period GLOB '????-W??' AND period <= ?2 ORDER BY period DESC LIMIT ${weeksShown}) m)
  WHERE place <= ${lastPlace} ORDER BY week`);

const ratingsQuery = preparedSql<{ checkedAt: string; value: number }, [number]>(`
  SELECT checkedAt, value FROM (
    SELECT h.checked_at AS checkedAt, h.value FROM listings l JOIN companies c ON c.id = l.company_id
    JOIN domain_ratings r ON r.domain = c.domain
    JOIN domain_rating_months h ON h.domain = r.domain AND h.source = r.source
    WHERE l.id = ?1 AND l.rating IS NOT NULL ORDER BY h.month DESC LIMIT ${monthsShown})
  ORDER BY checkedAt`);

export interface History {
  /** Days on which counted votes were cast in the four weeks up to the last vote. Votes without ballots have no day. */
  votes: { day: string; votes: number }[];
  ranks: { week: string; place: number }[];
  ratings: { checkedAt: string; value: number }[];
}

export const historyOf = async (db: Db, listingId: number, week: string): Promise<History> => ({
  votes: await votesQuery.all(db, listingId),
  ranks: await ranksQuery.all(db, listingId, week),
  ratings: await ratingsQuery.all(db, listingId),
});
