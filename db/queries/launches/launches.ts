import { type Db, preparedSql } from "../../store/store.ts";
import { weekOf } from "../../values/week.ts";
import { paidPlacesTaken } from "../orders/paid-places.ts";
import { freePlacesTaken } from "./free-places.ts";

interface Id {
  id: number;
}

/** Counts the places taken in a week. Paid places include those held by checkouts in progress. */
export async function placesTaken(
  db: Db,
  siteId: number,
  week: string,
  now: Date,
): Promise<{ free: number; paid: number }> {
  const free = (await freePlacesTaken(db, siteId, week, week))[0]?.taken ?? 0;
  return { free, paid: await paidPlacesTaken(db, siteId, week, now) };
}

const beginningQuery = preparedSql<{ createdAt: string; firstLaunch: string | null }, [number]>(`
  SELECT created_at AS createdAt, (SELECT min(launch_week) FROM listings WHERE site_id = s.id) AS firstLaunch
  FROM sites s WHERE id = ?`);

export async function firstWeekOf(db: Db, siteId: number): Promise<string> {
  const { createdAt, firstLaunch } = (await beginningQuery.get(db, siteId))!;
  const created = weekOf(new Date(createdAt));
  return firstLaunch !== null && firstLaunch < created ? firstLaunch : created;
}

// Most votes in a week go to listings that launch in it, so the first rows of its leaderboard usually include them.
const stretch = 1000;
const fromBoardQuery = preparedSql<Id, [number, string, number]>(`
  SELECT l.id FROM (
    SELECT listing_id, votes, voted_at FROM vote_counts WHERE site_id = ?1 AND period = ?2 AND is_live = 1
    ORDER BY votes DESC, voted_at, listing_id LIMIT ${stretch}) v
  CROSS JOIN listings l ON l.id = v.listing_id WHERE l.launch_week = ?2
  ORDER BY v.votes DESC, v.voted_at, v.listing_id LIMIT ?3`);
const fromWeekQuery = preparedSql<Id, [number, string, number]>(`
  SELECT l.id FROM listings l LEFT JOIN vote_counts v ON v.listing_id = l.id AND v.period = l.launch_week
  WHERE l.site_id = ? AND l.launch_week = ? AND l.status = 'live'
  ORDER BY v.votes DESC, v.voted_at, l.id LIMIT ?`);

export async function liveInWeek(db: Db, siteId: number, week: string, limit: number): Promise<number[]> {
  const found = await fromBoardQuery.values(db, siteId, week, limit);
  return found.length === limit ? found : fromWeekQuery.values(db, siteId, week, limit);
}

export const scheduledInWeek = preparedSql<Id, [siteId: number, week: string, limit: number]>(
  "SELECT id FROM listings WHERE site_id = ? AND launch_week = ? AND status = 'scheduled' ORDER BY id LIMIT ?",
).values;

export const justLaunched = preparedSql<Id, [siteId: number, limit: number]>(`
  SELECT id FROM listings WHERE site_id = ? AND status = 'live' AND launched_at IS NOT NULL
  ORDER BY launched_at DESC, id DESC LIMIT ?`).values;

// All sites of a network share their companies. Only the network's latest claims are read. Otherwise, a small site
// would have to read all claims.
const claimsLookedAt = 1000;
export const recentlyClaimed = preparedSql<Id, [siteId: number, limit: number]>(`
  SELECT l.id FROM (
    SELECT id, verified_at FROM companies WHERE verified_at IS NOT NULL AND verified_method IS NOT NULL
    ORDER BY verified_at DESC, id DESC LIMIT ${claimsLookedAt}) c
  CROSS JOIN listings l ON l.site_id = ? AND l.company_id = c.id AND l.status = 'live'
  ORDER BY c.verified_at DESC, c.id DESC LIMIT ?`).values;
