import { type Db, preparedSql } from "../store.ts";

/** Of two equal scores the one reached earlier ranks higher, then the lower id; every board and rank uses this order. */
const voteOrder = (alias: string, id = "id") => `${alias}.votes DESC, ${alias}.voted_at, ${alias}.${id}`;

const refreshRanks = preparedSql<never, [number, string]>(`
  UPDATE listings SET week_rank = r.place FROM (
    SELECT v.listing_id AS id, row_number() OVER (ORDER BY ${voteOrder("v", "listing_id")}) AS place
    FROM vote_counts v JOIN listings l ON l.id = v.listing_id
    WHERE v.site_id = ?1 AND v.period = ?2 AND l.launch_week = ?2 AND l.status = 'live') r
  WHERE listings.id = r.id AND listings.week_rank IS NOT r.place`);

/** Brings `week_rank` of a launch week up to date: places among those who launched in it, by votes cast in it. */
export async function refreshWeekRanks(tx: Db, siteId: number, week: string): Promise<void> {
  await refreshRanks.run(tx, siteId, week);
}

const insertAwards = preparedSql<never, [string, string, string, string, number, string, number]>(`
  INSERT INTO awards (site_id, kind, label, board, period, rank, listing_id, created_at)
  SELECT ?5, ?1, printf('#%d of %s', place, ?2), ?3, ?4, place, id, ?6 FROM (
    SELECT v.listing_id AS id, row_number() OVER (ORDER BY ${voteOrder("v", "listing_id")}) AS place
    FROM vote_counts v JOIN listings l ON l.id = v.listing_id
    WHERE v.site_id = ?5 AND v.period = ?4 AND l.status = 'live')
  WHERE place <= ?7 ON CONFLICT DO NOTHING`);

/** Gives the first `places` of a closed community period their awards; a repeat changes nothing. */
export async function grantAwards(
  tx: Db,
  award: {
    siteId: number;
    kind: "week" | "month";
    label: string;
    board: string;
    period: string;
    places: number;
    now: string;
  },
): Promise<void> {
  await insertAwards.run(tx, award.kind, award.label, award.board, award.period, award.siteId, award.now, award.places);
}

const snapshotSize = 1000;
const snapshotOrders = {
  "community-all-time": `l.votes DESC, l.voted_at, l.id`,
  "dr-top": "l.rating DESC, l.id",
  "dr-climbers": "l.rating_change DESC, l.id",
} as const;
const snapshotFilters = {
  "community-all-time": "l.votes > 0",
  "dr-top": "l.rating IS NOT NULL",
  "dr-climbers": "l.rating_change > 0",
};

const snapshotQueries = Object.entries(snapshotOrders).map(([board, order]) =>
  preparedSql<never, [number, string]>(`
  INSERT INTO board_snapshots (site_id, board, week, listing_id, rank)
  SELECT ?1, '${board}', ?2, l.id, row_number() OVER (ORDER BY ${order}) FROM listings l
  WHERE l.site_id = ?1 AND l.status = 'live' AND ${snapshotFilters[board as keyof typeof snapshotFilters]}
  ORDER BY ${order} LIMIT ${snapshotSize} ON CONFLICT DO NOTHING`),
);

/** Remembers the places on the boards that have no period of their own as `week` closes, for `previous_rank`. */
export async function takeBoardSnapshots(tx: Db, siteId: number, week: string): Promise<void> {
  for (const query of snapshotQueries) await query.run(tx, siteId, week);
}
