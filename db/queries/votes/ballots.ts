import type { Exclusion } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { dayMs, endOfWeek } from "../../values/week.ts";
import { refreshWeekRanks } from "../boards/boards.ts";
import { indexListings } from "../search/search-index.ts";
import { addVotes, type CountedBallot, subtractVotes } from "./count-vote.ts";

export interface Ballot extends CountedBallot {
  id: number;
  week: string;
  excluded: Exclusion | null;
  note: string | null;
}

export interface Voter {
  emailVerifiedAt: string | null;
  suspendedAt: string | null;
  createdAt: string;
}

export const comesOfAge = ({ createdAt }: Pick<Voter, "createdAt">): Date => new Date(Date.parse(createdAt) + dayMs);

export function exclusionOf(voter: Voter, at: Date): Exclusion | null {
  if (voter.suspendedAt !== null) return "account_suspended";
  if (voter.emailVerifiedAt === null || Date.parse(voter.emailVerifiedAt) > at.getTime()) return "address_unproved";
  return comesOfAge(voter) > at ? "account_new" : null;
}

export const ballotColumns = `b.id, b.listing_id AS listingId, b.site_id AS siteId, b.week, b.cast_at AS castAt, b.excluded, b.note`;

export const ballotOf = preparedSql<Ballot, [accountId: number, listingId: number]>(
  `SELECT ${ballotColumns} FROM ballots b WHERE b.account_id = ? AND b.listing_id = ?`,
).get;

export const ballotsFor = preparedSql<Ballot, [accountId: number, listingIds: readonly number[]]>(
  `SELECT ${ballotColumns} FROM json_each(?2) j CROSS JOIN ballots b ON b.account_id = ?1 AND b.listing_id = j.value`,
).all;

export const ballotsOfWeek = preparedSql<Ballot, [accountId: number, week: string]>(
  `SELECT ${ballotColumns} FROM ballots b WHERE b.account_id = ? AND b.week = ? AND b.excluded IS NOT 'team' ORDER BY b.id`,
).all;

const insertBallot = preparedSql<never, [number, number, number, string, string, Exclusion | null]>(
  "INSERT INTO ballots (account_id, listing_id, site_id, week, cast_at, excluded) VALUES (?, ?, ?, ?, ?, ?)",
);

export async function castBallot(
  tx: Tx,
  accountId: number,
  { listingId, siteId, week, castAt, excluded }: Pick<Ballot, "listingId" | "siteId" | "week" | "castAt" | "excluded">,
): Promise<Ballot> {
  await insertBallot.run(tx, accountId, listingId, siteId, week, castAt, excluded);
  const ballot = (await ballotOf(tx, accountId, listingId))!;
  if (excluded === null) await recount(tx, [ballot], addVotes);
  return ballot;
}

const deleteBallot = preparedSql<never, [number]>("DELETE FROM ballots WHERE id = ?");

export async function withdrawBallot(tx: Tx, ballot: Ballot): Promise<void> {
  await deleteBallot.run(tx, ballot.id);
  if (ballot.excluded === null) await recount(tx, [ballot], subtractVotes);
}

const secondBallots = preparedSql<Ballot, [listingId: number, week: string, to: number]>(`
  SELECT ${ballotColumns} FROM ballots b JOIN ballots o ON o.account_id = b.account_id AND o.listing_id = ?3
  WHERE b.listing_id = ?1 AND b.week = ?2 ORDER BY b.id`);
const ballotsFrom = preparedSql<Ballot, [listingId: number, week: string]>(
  `SELECT ${ballotColumns} FROM ballots b WHERE b.listing_id = ? AND b.week = ? ORDER BY b.id`,
);
const moveQuery = preparedSql<never, [id: number, to: number]>("UPDATE ballots SET listing_id = ?2 WHERE id = ?1");

/** Moves the votes of an open week to another listing. Withdraws votes of accounts that already voted for that one. */
export async function moveBallots(
  tx: Tx,
  from: number,
  to: number,
  week: string,
): Promise<{ moved: number; withdrawn: number }> {
  const second = await secondBallots.all(tx, from, week, to);
  for (const ballot of second) await withdrawBallot(tx, ballot);
  const moved = await ballotsFrom.all(tx, from, week);
  const counted = moved.filter(({ excluded }) => excluded === null);
  for (const ballot of moved) {
    await moveQuery.run(tx, ballot.id, to);
    if (ballot.excluded === null) await subtractVotes(tx, [ballot]);
  }
  await recount(
    tx,
    counted.map((ballot) => ({ ...ballot, listingId: to })),
    addVotes,
  );
  return { moved: moved.length, withdrawn: second.length };
}

const setExcluded = preparedSql<never, [rows: unknown[]]>(`
  UPDATE ballots SET excluded = j.value->>1, note = j.value->>2 FROM json_each(?) j WHERE ballots.id = j.value->>0`);

export async function judgeBallots(
  tx: Tx,
  judged: { ballot: Ballot; excluded: Exclusion | null; note?: string | null }[],
): Promise<number> {
  const changed = judged.filter(({ ballot, excluded }) => ballot.excluded !== excluded);
  if (changed.length === 0) return 0;
  const rows = changed.map(({ ballot, excluded, note = null }) => [ballot.id, excluded, note]);
  await setExcluded.run(tx, rows);
  const begun = changed.filter(({ excluded }) => excluded === null).map(({ ballot }) => ballot);
  const ended = changed.map(({ ballot }) => ballot).filter(({ excluded }) => excluded === null);
  await recount(tx, begun, addVotes);
  await recount(tx, ended, subtractVotes);
  return changed.length;
}

const launchWeeksQuery = preparedSql<{ id: number; launchWeek: string | null }, [ids: number[]]>(
  "SELECT l.id, l.launch_week AS launchWeek FROM json_each(?) j CROSS JOIN listings l ON l.id = j.value",
);

async function recount(tx: Tx, ballots: Ballot[], change: (tx: Tx, ballots: Ballot[]) => Promise<void>): Promise<void> {
  if (ballots.length === 0) return;
  await change(tx, ballots);
  const ids = [...new Set(ballots.map(({ listingId }) => listingId))];
  const launched = new Map((await launchWeeksQuery.all(tx, ids)).map((row) => [row.id, row.launchWeek]));
  // Only listings that launch in a week are ranked in it.
  const counting = ballots.filter(({ listingId, week }) => launched.get(listingId) === week);
  const weeks = new Map(counting.map((ballot) => [`${ballot.siteId} ${ballot.week}`, ballot]));
  await indexListings(tx, ids);
  for (const { siteId, week } of weeks.values()) await refreshWeekRanks(tx, siteId, week);
}

type Judged = Ballot & Voter;

const voterColumns = `a.email_verified_at AS emailVerifiedAt, a.suspended_at AS suspendedAt, a.created_at AS createdAt`;
const waitingQuery = preparedSql<Judged, [number, string]>(`
  SELECT ${ballotColumns}, ${voterColumns} FROM ballots b JOIN accounts a ON a.id = b.account_id
  WHERE b.site_id = ? AND b.week = ? AND b.excluded IN ('account_new', 'address_unproved') ORDER BY b.id`);

export async function countWaitingBallots(tx: Tx, siteId: number, week: string, at: Date): Promise<number> {
  const time = new Date(Math.min(at.getTime(), endOfWeek(week).getTime()));
  return judgeAgain(tx, await waitingQuery.all(tx, siteId, week), time);
}

const ofAccountQuery = preparedSql<Judged, [number, string]>(`
  SELECT ${ballotColumns}, ${voterColumns} FROM accounts a JOIN ballots b ON b.account_id = a.id
  WHERE a.id = ? AND b.week = ? AND b.excluded IS NOT 'team' ORDER BY b.id`);

export async function judgeAccount(tx: Tx, accountId: number, week: string, now: Date): Promise<void> {
  await judgeAgain(tx, await ofAccountQuery.all(tx, accountId, week), now);
}

function judgeAgain(tx: Tx, ballots: Judged[], at: Date): Promise<number> {
  const judged = ballots.map((ballot) => ({ ballot, excluded: exclusionOf(ballot, at) }));
  return judgeBallots(tx, judged);
}
