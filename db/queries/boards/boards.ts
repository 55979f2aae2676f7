import type { AwardKind, Board } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { cappedPages, type WalkedPage, type WalkedSlice, walkedPages } from "../common/capped-page.ts";

/**
 * Listings with equal votes rank by the time when they reached that number, then by id. Every ranking by votes uses
 * this order.
 */
export const voteOrder = (alias: string, id = "id") => `${alias}.votes DESC, ${alias}.voted_at, ${alias}.${id}`;

export const refreshWeekRanks = preparedSql<never, [siteId: number, week: string]>(`
  UPDATE listings SET week_rank = r.place FROM (
    SELECT v.listing_id AS id, row_number() OVER (ORDER BY ${voteOrder("v", "listing_id")}) AS place
    FROM vote_counts v JOIN listings l ON l.id = v.listing_id
    WHERE v.site_id = ?1 AND v.period = ?2 AND v.is_live = 1 AND l.launch_week = ?2) r
  WHERE listings.id = r.id AND listings.week_rank IS NOT r.place`).run;

export interface GrantedAward {
  id: number;
  listing_id: number;
  rank: number;
}

const insertAwards = preparedSql<GrantedAward, [string, string, string, string, number, string, number]>(`
  INSERT INTO awards (site_id, kind, label, board, period, rank, listing_id, created_at)
  SELECT ?5, ?1, printf('#%d of %s', place, ?2), ?3, ?4, place, id, ?6 FROM (
    SELECT v.listing_id AS id, row_number() OVER (ORDER BY ${voteOrder("v", "listing_id")}) AS place
    FROM vote_counts v WHERE v.site_id = ?5 AND v.period = ?4 AND v.is_live = 1)
  WHERE place <= ?7 ON CONFLICT DO NOTHING RETURNING id, listing_id, rank`);

export function grantAwards(
  tx: Tx,
  award: {
    siteId: number;
    kind: AwardKind;
    label: string;
    board: string;
    period: string;
    places: number;
    now: string;
  },
): Promise<GrantedAward[]> {
  const { kind, label, board, period, siteId, now, places } = award;
  return insertAwards.all(tx, kind, label, board, period, siteId, now, places);
}

/** The leaderboards that have no period. Each has a score, a condition that selects its listings, and a sort order. */
const standings = {
  "community-all-time": { score: "l.votes", among: "l.votes > 0", order: voteOrder("l") },
  "dr-top": { score: "l.rating", among: "l.rating >= 0", order: "l.rating DESC, l.id" },
  "dr-climbers": { score: "l.rating_change", among: "l.rating_change > 0", order: "l.rating_change DESC, l.id" },
} as const;
export type VoteTotal = keyof typeof standings;
export const isStanding = (board: Board): board is VoteTotal => board in standings;
const standingNames = Object.keys(standings) as VoteTotal[];

/** The number of ranks kept for `previous_rank` in each week, month or leaderboard. */
export const rememberedPlaces = 1000;

const snapshotQueries = standingNames.map((board) =>
  preparedSql<never, [number, string]>(`
  INSERT INTO board_snapshots (site_id, board, week, listing_id, rank)
  SELECT ?1, '${board}', ?2, l.id, row_number() OVER (ORDER BY ${standings[board].order}) FROM listings l
  WHERE l.site_id = ?1 AND l.status = 'live' AND ${standings[board].among}
  ORDER BY ${standings[board].order} LIMIT ${rememberedPlaces} ON CONFLICT DO NOTHING`),
);

export async function takeBoardSnapshots(tx: Tx, siteId: number, week: string): Promise<void> {
  for (const query of snapshotQueries) await query.run(tx, siteId, week);
}

export interface BoardPlace {
  id: number;
  score: number | null;
  at: string | null;
}

export type AfterPlace = [score: number, at: string | null, id: number];
type AfterParameters = [siteId: number, period: string | null, ...AfterPlace, limit: number];

interface Order {
  id: string;
  score: string;
  at: string | null;
  /** The SQL from `FROM` to `WHERE …`; `?1` is the site, `?2` the period. */
  from: string;
}

function placesOf<Params extends [number] | [number, string]>({ id, score, at, from }: Order) {
  const select = `SELECT ${id} AS id, ${score} AS score, ${at} AS at ${from}`;
  const order = `ORDER BY ${[`${score} DESC`, at, id].filter(Boolean).join(", ")}`;
  // SQLite reads only one range of the index for each condition. A single comparison of all columns would read more.
  const stretches = [
    `${score} = ?3 AND ${at} IS ?4 AND ${id} > ?5`,
    ...(at === null ? [] : [`${score} = ?3 AND ${at} > ifnull(?4, '')`]),
    `${score} < ?3`,
  ].map((stretch) => preparedSql<BoardPlace, AfterParameters>(`${select} AND ${stretch} ${order} LIMIT ?6`));
  return walkedPages<BoardPlace, Params, AfterPlace>(
    `${select} ${order}`,
    async (db, [siteId, period = null], after, limit) => {
      const rows: BoardPlace[] = [];
      for (const stretch of stretches)
        if (rows.length < limit) rows.push(...(await stretch.all(db, siteId, period, ...after, limit - rows.length)));
      return rows;
    },
    (place) => [place.score!, place.at, place.id],
  );
}

const periodPlacesOf = placesOf<[number, string]>({
  id: "v.listing_id",
  score: "v.votes",
  at: "v.voted_at",
  from: "FROM vote_counts v WHERE v.site_id = ?1 AND v.period = ?2 AND v.is_live = 1",
});

const billboardPages = cappedPages<BoardPlace, [number, string]>(`
  SELECT p.listing_id AS id, NULL AS score, NULL AS at
  FROM billboard_placements p CROSS JOIN listings l ON l.id = p.listing_id
  WHERE p.site_id = ?1 AND p.week = ?2 AND l.status = 'live' ORDER BY p.created_at, p.listing_id`);

const standingPlacesOf = new Map(
  standingNames.map((board) => {
    const { score, among } = standings[board];
    const at = board === "community-all-time" ? "l.voted_at" : null;
    const from = `FROM listings l WHERE l.site_id = ?1 AND l.status = 'live' AND ${among}`;
    return [board, placesOf<[number]>({ id: "l.id", score, at, from })];
  }),
);

export async function boardPage(
  db: Db,
  { siteId, board, period }: { siteId: number; board: Board; period: string | null },
  slice: WalkedSlice<AfterPlace>,
): Promise<WalkedPage<BoardPlace, AfterPlace>> {
  if (isStanding(board)) return standingPlacesOf.get(board)!(db, [siteId], slice);
  const params: [number, string] = [siteId, period ?? ""];
  if (board === "billboard") return { ...(await billboardPages(db, params, slice)), next: null };
  return periodPlacesOf(db, params, slice);
}

interface Place {
  id: number;
  place: number;
}
const placesById = (rows: Place[]) => new Map(rows.map(({ id, place }) => [id, place]));

// Reads the index only as far as the last requested listing.
const periodPlacesQuery = preparedSql<Place, [number, string, string]>(`
  WITH asked AS MATERIALIZED (
    SELECT v.listing_id AS id, v.votes FROM json_each(?3) j CROSS JOIN vote_counts v
    ON v.listing_id = j.value AND v.period = ?2 WHERE v.site_id = ?1 AND v.is_live = 1)
  SELECT id, place FROM (
    SELECT v.listing_id AS id, row_number() OVER (ORDER BY ${voteOrder("v", "listing_id")}) AS place
    FROM vote_counts v
    WHERE v.site_id = ?1 AND v.period = ?2 AND v.is_live = 1 AND v.votes >= (SELECT min(votes) FROM asked)
    ORDER BY ${voteOrder("v", "listing_id")} LIMIT ${rememberedPlaces})
  WHERE id IN (SELECT id FROM asked)`);

export async function periodPlaces(db: Db, siteId: number, period: string, ids: number[]) {
  return placesById(await periodPlacesQuery.all(db, siteId, period, JSON.stringify(ids)));
}

const snapshotPlacesQuery = preparedSql<Place, [number, string, string, string]>(`
  SELECT s.listing_id AS id, s.rank AS place FROM json_each(?4) j CROSS JOIN board_snapshots s
  ON s.site_id = ?1 AND s.board = ?2 AND s.week = ?3 AND s.listing_id = j.value`);

export async function snapshotPlaces(db: Db, siteId: number, board: VoteTotal, week: string, ids: number[]) {
  return placesById(await snapshotPlacesQuery.all(db, siteId, board, week, JSON.stringify(ids)));
}
