import { createHmac, randomBytes } from "node:crypto";
import type { BallotSnapshot, SignedSnapshot } from "../../keys/ballot-snapshot.ts";
import { signatureOf } from "../../keys/signing-key.ts";
import type { Exclusion } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { sha256 } from "../../values/sha256.ts";
import { endOfWeek, startOfWeek } from "../../values/week.ts";
import { voteOrder } from "../boards/boards.ts";

interface CastBallot {
  id: number;
  accountId: number | null;
  listingId: number;
  castAt: string;
  excluded: Exclusion | null;
}

const siteKey = preparedSql<{ key: string }, [number]>("SELECT key FROM sites WHERE id = ?");
const ballotsQuery = preparedSql<CastBallot, [number, string]>(`
  SELECT id, account_id AS accountId, listing_id AS listingId, cast_at AS castAt, excluded FROM ballots
  WHERE site_id = ? AND week = ? ORDER BY cast_at, id`);
// If a listing has no row in `unballoted_votes`, none of its votes has a ballot.
const unballotedQuery = preparedSql<{ listing_id: number; votes: number; voted_at: string }, [number, string]>(`
  SELECT v.listing_id, ifnull(u.votes, v.votes) AS votes, ifnull(u.voted_at, v.voted_at) AS voted_at
  FROM vote_counts v LEFT JOIN unballoted_votes u ON u.listing_id = v.listing_id AND u.period = v.period
  WHERE v.site_id = ? AND v.period = ? AND ifnull(u.votes, v.votes) > 0 ORDER BY v.listing_id`);
const standingsQuery = preparedSql<BallotSnapshot["listings"][number], [siteId: number, week: string]>(
  `SELECT l.id AS listing_id, l.slug, v.is_live, l.launch_week IS v.period AS is_launch, v.votes,
    CASE WHEN v.is_live THEN row_number() OVER (ORDER BY v.is_live DESC, ${voteOrder("v", "listing_id")}) END AS rank,
    CASE WHEN v.is_live AND l.launch_week IS v.period THEN l.week_rank END AS launch_rank
  FROM vote_counts v JOIN listings l ON l.id = v.listing_id WHERE v.site_id = ? AND v.period = ?
  ORDER BY v.is_live DESC, ${voteOrder("v", "listing_id")}`,
  { is_live: Boolean, is_launch: Boolean },
);
const previousQuery = preparedSql<{ week: string; document: string }, [siteId: number, week: string]>(
  "SELECT week, document FROM ballot_snapshots WHERE site_id = ? AND week < ? ORDER BY week DESC LIMIT 1",
).get;
const insertSnapshot = preparedSql<never, [number, string, string, string, string]>(`
  INSERT INTO ballot_snapshots (site_id, week, document, public_key, created_at) VALUES (?, ?, ?, ?, ?)`);

export async function publishBallots(tx: Tx, siteId: number, week: string): Promise<void> {
  if (await ballotDocument(tx, siteId, week)) return;
  const last = await previousQuery(tx, siteId, week);
  const snapshot: BallotSnapshot = {
    format: "slipway-ballots/1",
    site: await siteKey.value(tx, siteId),
    week,
    starts_at: startOfWeek(week)!.toISOString(),
    ends_at: endOfWeek(week).toISOString(),
    previous: last && { week: last.week, sha256: sha256(last.document) },
    ballots: (await ballotsQuery.all(tx, siteId, week)).map(pseudonymous()),
    without_ballots: await unballotedQuery.all(tx, siteId, week),
    listings: await standingsQuery.all(tx, siteId, week),
  };
  const signature = signatureOf(tx, snapshot);
  const document: SignedSnapshot = { snapshot, signature };
  await insertSnapshot.run(tx, siteId, week, JSON.stringify(document), signature.public_key, snapshot.ends_at);
}

/**
 * Replaces each account with a pseudonym: the HMAC of the account under a secret that exists only while this week is
 * being published. Nobody can therefore test whether an account voted or link voters across weeks.
 */
function pseudonymous(): (ballot: CastBallot) => BallotSnapshot["ballots"][number] {
  const secret = randomBytes(32);
  const voterOf = ({ accountId, id }: CastBallot) =>
    createHmac("sha256", secret)
      .update(accountId === null ? `ballot:${id}` : `account:${accountId}`)
      .digest("base64url")
      .slice(0, 22);
  return (ballot) => ({
    voter: voterOf(ballot),
    listing_id: ballot.listingId,
    cast_at: ballot.castAt,
    excluded: ballot.excluded,
  });
}

/** Null if the week has not closed, or if it closed before ballots were kept. */
export const ballotDocument = preparedSql<{ document: string; createdAt: string }, [siteId: number, week: string]>(
  "SELECT document, created_at AS createdAt FROM ballot_snapshots WHERE site_id = ? AND week = ?",
).get;

export const publishedWeeks = preparedSql<{ week: string }, [siteId: number]>(
  "SELECT week FROM ballot_snapshots WHERE site_id = ? ORDER BY week DESC LIMIT 100",
).values;

export const shownStandings = preparedSql<
  { id: number; votes: number; launchRank: number | null },
  [listingIds: readonly number[], week: string]
>(`
  SELECT l.id, ifnull(v.votes, 0) AS votes, CASE WHEN l.launch_week = ?2 THEN l.week_rank END AS launchRank
  FROM json_each(?1) j JOIN listings l ON l.id = j.value
  LEFT JOIN vote_counts v ON v.listing_id = l.id AND v.period = ?2`).all;
