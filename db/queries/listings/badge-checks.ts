import type { BadgeFault, ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";
import { markListingSeen } from "./website-facts.ts";

/** An allowance for the daily job, which does not start at exactly the same time each day. */
const slackMs = 2 * 3_600_000;

export interface BadgeCheck {
  isFound: boolean;
  fault: BadgeFault | null;
  detail: string | null;
  checkedAt: string | null;
  misses: number;
  warnedAt: string | null;
}

export const badgeCheckOf = preparedSql<BadgeCheck, [listingId: number]>(
  `SELECT is_found AS isFound, fault, detail, checked_at AS checkedAt, misses, warned_at AS warnedAt
  FROM badge_checks WHERE listing_id = ?`,
  { isFound: Boolean },
).get;

export const startBadgeChecks = preparedSql<never, [listingId: number]>(`
  INSERT INTO badge_checks (listing_id) VALUES (?) ON CONFLICT (listing_id) DO UPDATE SET misses = 0, warned_at = NULL`).run;

const saveQuery = preparedSql<never, [number, boolean, string | null, string | null, Date, isMiss: boolean]>(`
  INSERT INTO badge_checks (listing_id, is_found, fault, detail, checked_at, misses) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT (listing_id) DO UPDATE SET is_found = ?2, fault = ?3, detail = ?4, checked_at = ?5,
    misses = iif(?2, 0, misses + ?6), warned_at = iif(?2, NULL, warned_at)`);

// A page that we are not allowed to read tells us as little as one that does not respond.
const unseen: readonly (BadgeFault | null)[] = ["unreachable", "robots"];

/** Stores the result of checking a website. `isMiss` means that a badge found earlier is missing. */
export async function saveBadgeCheck(
  tx: Tx,
  listingId: number,
  { isFound, fault, detail, isMiss }: Pick<BadgeCheck, "isFound" | "fault" | "detail"> & { isMiss: boolean },
  now: Date,
): Promise<void> {
  await saveQuery.run(tx, listingId, isFound, fault, detail, now, isMiss);
  if (!unseen.includes(fault)) await markListingSeen(tx, listingId, now.toISOString());
}

/** Stores when the owners were warned, or null once their grace period is over. */
export const setBadgeWarned = preparedSql<never, [listingId: number, at: Date | null]>(
  "UPDATE badge_checks SET warned_at = ?2, misses = iif(?2 IS NULL, 0, misses) WHERE listing_id = ?1",
).run;

export interface CheckedListing {
  id: number;
  siteId: number;
  companyId: number;
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  launchWeek: string | null;
  launchedAt: string | null;
}

// Imported listings never wait for a badge. Listings that have waited since before checks existed have no row. The
// query starts from the few waiting listings, because a directory may have a million listings without a check.
const waiting = `SELECT w.id FROM sites s CROSS JOIN listings w ON w.site_id = s.id AND w.status = 'awaiting_badge'`;
const checked = `
  FROM (SELECT listing_id AS id FROM badge_checks UNION ${waiting}) k CROSS JOIN listings l ON l.id = k.id
  JOIN companies c ON c.id = l.company_id JOIN sites s ON s.id = l.site_id
  LEFT JOIN badge_checks b ON b.listing_id = l.id
  WHERE l.plan = 'free' AND l.status IN ('awaiting_badge', 'scheduled', 'live')
    AND EXISTS (SELECT 1 FROM company_owners o WHERE o.company_id = l.company_id)`;
export const checkedListing = preparedSql<CheckedListing, [id: number]>(
  `SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, c.url, l.status,
    l.launch_week AS launchWeek, l.launched_at AS launchedAt ${checked} AND l.id = ?`,
).get;

// Choosing the plan requests the first check. Listings that were never checked are therefore due only some time after
// their last change of status.
const dueQuery = preparedSql<{ id: number; url: string }, [Date, Date, after: number, limit: number]>(`
  SELECT l.id, c.url ${checked} AND ifnull(b.checked_at, l.status_changed_at) <
    iif(l.status = 'live' AND b.warned_at IS NULL, ?2, ?1) AND k.id > ?3 ORDER BY k.id LIMIT ?4`);

export const dueBadgeChecks = (
  db: Db,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; url: string }[]> => {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs + slackMs);
  return dueQuery.all(db, ago(1), ago(7), after, limit);
};

/**
 * Listings that lack only a founder profile. Waiting listings need the profile to launch, and live ones need it to
 * publish their story.
 */
export const waitingForProfile = preparedSql<{ id: number; status: ListingStatus }, [accountId: number]>(`
  SELECT l.id, l.status FROM company_owners o JOIN listings l ON l.company_id = o.company_id
  LEFT JOIN badge_checks b ON b.listing_id = l.id LEFT JOIN stories t ON t.listing_id = l.id
  WHERE o.account_id = ? AND (l.status = 'awaiting_badge' AND b.is_found
    OR l.status = 'live' AND t.is_whole AND t.published_at IS NULL) ORDER BY l.id`).all;
