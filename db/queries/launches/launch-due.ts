import type { Plan } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import type { StatusRow } from "../listings/listing-status.ts";
import { isNew } from "./free-places.ts";

export interface DueListing extends StatusRow {
  companyId: number;
  name: string;
  plan: Plan;
  hasBadge: boolean;
  awaitsReview: boolean;
}

const dueColumns = `l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, l.status, l.plan,
  l.launch_week AS launchWeek, ifnull(b.is_found, 0) AS hasBadge,
  EXISTS (SELECT 1 FROM listing_reviews r WHERE r.listing_id = l.id AND r.approved_at IS NULL) AS awaitsReview
  FROM listings l JOIN companies c ON c.id = l.company_id LEFT JOIN badge_checks b ON b.listing_id = l.id
  WHERE l.site_id = ?1 AND l.status IN ('scheduled', 'awaiting_badge') AND l.launched_at IS NULL`;
// Few listings are waiting compared with those that launched in past weeks, so the index on the week would be slower.
// The unary plus stops SQLite from using that index.
export const reachedBy = preparedSql<DueListing, [siteId: number, week: string]>(
  `SELECT ${dueColumns} AND +l.launch_week <= ?2 ORDER BY l.launch_week, l.queued_at, l.id`,
  { hasBadge: Boolean, awaitsReview: Boolean },
).all;

/** Listings that have no week and may get one, and complete listings of later weeks. Complete listings are first. */
export const placeable = preparedSql<DueListing, [siteId: number, newSince: Date, after: string]>(
  `SELECT ${dueColumns} AND l.plan = 'free'
    AND (l.launch_week IS NULL OR l.status = 'scheduled' AND l.launch_week > ?3)
    AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = l.queued_by AND ${isNew("?2")})
  ORDER BY l.status = 'awaiting_badge', l.launch_week IS NULL, l.launch_week, l.queued_at, l.id`,
  { hasBadge: Boolean, awaitsReview: Boolean },
).all;

/** Listings that wait in a range of weeks: the earliest week first, and in it the one that was queued last. */
export const waitingInWeeks = preparedSql<DueListing, [siteId: number, from: string, before: string]>(
  `SELECT ${dueColumns} AND l.launch_week >= ?2 AND l.launch_week < ?3 AND l.plan = 'free'
    AND l.status = 'awaiting_badge' ORDER BY l.launch_week, l.queued_at DESC, l.id DESC`,
  { hasBadge: Boolean, awaitsReview: Boolean },
).all;

const calendarQuery = preparedSql<{ openedWeek: string | null; closedMonth: string | null }, [number]>(
  "SELECT opened_week AS openedWeek, closed_month AS closedMonth FROM sites WHERE id = ?",
);

export const calendarOf = async (db: Db, siteId: number) => (await calendarQuery.get(db, siteId))!;

export const setOpenedWeek = preparedSql<never, [siteId: number, week: string]>(
  "UPDATE sites SET opened_week = ?2 WHERE id = ?1",
).run;

export const setClosedMonth = preparedSql<never, [siteId: number, month: string]>(
  "UPDATE sites SET closed_month = ?2 WHERE id = ?1",
).run;
