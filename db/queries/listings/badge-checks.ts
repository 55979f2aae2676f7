import type { BadgeFault, ListingStatus } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";
import { markListingSeen } from "./last-seen.ts";

/** The job comes daily, at a time that varies by what came before it. */
const slackMs = 2 * 3_600_000;

/** What was last seen of a listing's badge; `fault` says why it was not found, and is null before the first look too. */
export interface BadgeCheck {
  isFound: boolean;
  fault: BadgeFault | null;
  detail: string | null;
  checkedAt: string | null;
  misses: number;
  warnedAt: string | null;
}

const checkQuery = preparedSql<Omit<BadgeCheck, "isFound"> & { isFound: number }, [number]>(`
  SELECT is_found AS isFound, fault, detail, checked_at AS checkedAt, misses, warned_at AS warnedAt
  FROM badge_checks WHERE listing_id = ?`);

export async function badgeCheckOf(db: Db, listingId: number): Promise<BadgeCheck | null> {
  const row = await checkQuery.get(db, listingId);
  return row && { ...row, isFound: row.isFound === 1 };
}

const startQuery = preparedSql<never, [number]>(`
  INSERT INTO badge_checks (listing_id) VALUES (?) ON CONFLICT (listing_id) DO UPDATE SET misses = 0, warned_at = NULL`);

/** Begins to look for a listing's badge; what is known of it from before stays until the next look. */
export const startBadgeChecks = (tx: Tx, listingId: number): Promise<void> => startQuery.run(tx, listingId);

const saveQuery = preparedSql<never, [number, number, string | null, string | null, string, number]>(`
  INSERT INTO badge_checks (listing_id, is_found, fault, detail, checked_at, misses) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT (listing_id) DO UPDATE SET is_found = ?2, fault = ?3, detail = ?4, checked_at = ?5,
    misses = iif(?2, 0, misses + ?6), warned_at = iif(?2, NULL, warned_at)`);

// What it may not read says no more of a site than silence does.
const unseen: readonly (BadgeFault | null)[] = ["unreachable", "robots"];

/** Notes a look at a website; `isMiss` where it counts against a badge that had been there. */
export async function saveBadgeCheck(
  tx: Tx,
  listingId: number,
  { isFound, fault, detail, isMiss }: Pick<BadgeCheck, "isFound" | "fault" | "detail"> & { isMiss: boolean },
  now: Date,
): Promise<void> {
  await saveQuery.run(tx, listingId, Number(isFound), fault, detail, now.toISOString(), Number(isMiss));
  if (!unseen.includes(fault)) await markListingSeen(tx, listingId, now.toISOString());
}

const warnQuery = preparedSql<never, [string | null, number]>(
  "UPDATE badge_checks SET warned_at = ?1, misses = iif(?1 IS NULL, 0, misses) WHERE listing_id = ?2",
);

/** Notes that the owners were warned, or, with null, that the time they had for it is over. */
export const setBadgeWarned = (tx: Tx, listingId: number, at: Date | null): Promise<void> =>
  warnQuery.run(tx, at?.toISOString() ?? null, listingId);

/** What a look at a listing's website takes and decides. */
export interface CheckedListing {
  id: number;
  siteId: number;
  companyId: number;
  /** Whether it is in a sandbox: nobody is written to. */
  isTest: boolean;
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  launchWeek: string | null;
  launchedAt: string | null;
}

// Also what waits for a badge from before there were checks; what was imported has no row and never waits. From these
// few on: a directory may have a million listings without one.
const waiting = `SELECT w.id FROM sites s CROSS JOIN listings w ON w.site_id = s.id AND w.status = 'awaiting_badge'`;
const checked = `
  FROM (SELECT listing_id AS id FROM badge_checks UNION ${waiting}) k CROSS JOIN listings l ON l.id = k.id
  JOIN companies c ON c.id = l.company_id JOIN sites s ON s.id = l.site_id
  LEFT JOIN badge_checks b ON b.listing_id = l.id
  WHERE l.plan = 'free' AND l.status IN ('awaiting_badge', 'scheduled', 'live')
    AND EXISTS (SELECT 1 FROM company_owners o WHERE o.company_id = l.company_id)`;
const oneQuery = preparedSql<Omit<CheckedListing, "isTest"> & { isTest: number }, [number]>(`
  SELECT l.id, l.site_id AS siteId, l.company_id AS companyId, s.sandbox_of IS NOT NULL AS isTest, l.slug, c.name,
    c.url, l.status, l.launch_week AS launchWeek, l.launched_at AS launchedAt ${checked} AND l.id = ?`);

/** A listing whose badge is looked for, or null: those of the free plan that somebody owns. */
export async function checkedListing(db: Db, id: number): Promise<CheckedListing | null> {
  const row = await oneQuery.get(db, id);
  return row && { ...row, isTest: row.isTest === 1 };
}

// The first look was asked for when the plan was chosen.
const dueQuery = preparedSql<{ id: number; url: string }, [string, string, number, number]>(`
  SELECT l.id, c.url ${checked} AND ifnull(b.checked_at, l.status_changed_at) <
    iif(l.status = 'live' AND b.warned_at IS NULL, ?2, ?1) AND k.id > ?3 ORDER BY k.id LIMIT ?4`);

/** Listings behind the one `after` whose badge is due to be looked for: daily before the launch and after a warning, else weekly. */
export const dueBadgeChecks = (
  db: Db,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; url: string }[]> => {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs + slackMs).toISOString();
  return dueQuery.all(db, ago(1), ago(7), after, limit);
};

const waitingQuery = preparedSql<{ id: number; status: ListingStatus }, [number]>(`
  SELECT l.id, l.status FROM company_owners o JOIN listings l ON l.company_id = o.company_id
  LEFT JOIN badge_checks b ON b.listing_id = l.id LEFT JOIN stories t ON t.listing_id = l.id
  WHERE o.account_id = ? AND (l.status = 'awaiting_badge' AND b.is_found
    OR l.status = 'live' AND t.is_whole AND t.published_at IS NULL) ORDER BY l.id`);

/**
 * Listings of an account, on any site, which wait for a founder profile alone: those whose badge was found for their
 * launch, and live ones for their story.
 */
export const waitingForProfile = (db: Db, accountId: number): Promise<{ id: number; status: ListingStatus }[]> =>
  waitingQuery.all(db, accountId);
