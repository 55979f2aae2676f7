import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { addWeeks } from "../../values/week.ts";
import { actionsIn } from "../common/audit-log.ts";
import { hasProvedOwner } from "../moderation/hidden-listings.ts";

/** Counts the free places taken in each week of a range. */
export const freePlacesTaken = preparedSql<{ week: string; taken: number }, [number, string, string]>(`
  SELECT launch_week AS week, count(*) AS taken FROM listings
  WHERE site_id = ?1 AND launch_week BETWEEN ?2 AND ?3 AND plan = 'free'
    AND status IN ('scheduled', 'awaiting_badge', 'live') GROUP BY launch_week`).all;

/** The free places in a range of weeks, with the earliest used first. Use this object only within one transaction. */
export interface FreePlaces {
  /** Takes a place in the earliest week that has one and returns that week, or null if all weeks are full. */
  next(): string | null;
}

export async function freePlaces(
  db: Db,
  siteId: number,
  { from, until, placesPerWeek }: { from: string; until: string; placesPerWeek: number },
): Promise<FreePlaces> {
  const taken = new Map((await freePlacesTaken(db, siteId, from, until)).map((row) => [row.week, row.taken]));
  let week = from;
  return {
    next() {
      while (week <= until) {
        const count = taken.get(week) ?? 0;
        taken.set(week, count + 1);
        if (count < placesPerWeek) return week;
        week = addWeeks(week, 1);
      }
      return null;
    },
  };
}

/** Starts the free plan without a place. A listing that has launched keeps its week. */
export const joinFreeQueue = preparedSql<never, [id: number, now: Date, by: number, domain: string]>(`
  UPDATE listings SET plan = 'free', queued_at = ?2, queued_by = ?3, queued_domain = ?4,
    launch_week = iif(launched_at IS NULL, NULL, launch_week) WHERE id = ?1`).run;

export const leaveFreeQueue = preparedSql<never, [id: number]>(`
  UPDATE listings SET plan = 'none', launch_week = NULL, queued_at = NULL, queued_by = NULL, queued_domain = NULL
  WHERE id = ?`).run;

const weeksQuery = preparedSql<never, [[id: number, week: string | null][]]>(`
  UPDATE listings SET launch_week = j.value->>1 FROM json_each(?) j WHERE listings.id = j.value->>0`);

export async function setLaunchWeeks(tx: Tx, weeks: ReadonlyMap<number, string | null>): Promise<void> {
  if (weeks.size > 0) await weeksQuery.run(tx, [...weeks]);
}

/** A condition for a new account `a`: created after `since` or unconfirmed, unless the operator created it with a command. */
export const isNew = (since: string) => `(a.email_verified_at IS NULL OR a.created_at > ${since})
  AND NOT EXISTS (SELECT 1 FROM change_subjects s JOIN changes h ON h.id = s.change_id
    WHERE s.subject = 'account:' || a.id AND h.via LIKE 'admin%'
    AND h.action IN (${actionsIn("create_account", "create_review_account")}))`;

export interface NewAccount {
  createdAt: string;
  isConfirmed: boolean;
}

/** The account that chose the free plan of a listing, if the listing waits because the account is new. */
export const newAccountOf = preparedSql<NewAccount, [listingId: number, since: Date]>(
  `SELECT a.created_at AS createdAt, a.email_verified_at IS NOT NULL AS isConfirmed
  FROM listings l JOIN accounts a ON a.id = l.queued_by
  WHERE l.id = ?1 AND l.plan = 'free' AND l.launched_at IS NULL AND l.launch_week IS NULL AND ${isNew("?2")}`,
  { isConfirmed: Boolean },
).get;

const isQueued = "status IN ('scheduled', 'awaiting_badge') AND launched_at IS NULL";

const waiting = `site_id = ?1 AND plan = 'free' AND ${isQueued}`;
/**
 * How many listings of an account and of a domain wait for their free launch. Unproved listings of other accounts do not
 * count against a listing with a proved owner. Otherwise, strangers could use up the places of a company's domain.
 */
export const waitingPlaces = preparedSql<
  { ofAccount: number; onDomain: number },
  [siteId: number, accountId: number, domain: string, listingId: number]
>(`
  SELECT (SELECT count(*) FROM listings WHERE queued_by = ?2 AND ${waiting}) AS ofAccount,
    (SELECT count(*) FROM listings l WHERE queued_domain = ?3 AND ${waiting} AND (queued_by = ?2
      OR ${hasProvedOwner} OR NOT (SELECT ${hasProvedOwner} FROM listings l WHERE l.id = ?4))) AS onDomain`).get;

/** Moves the waiting listings of accounts that may no longer edit a company to its proved owner. */
export const takeOverQueue = preparedSql<never, [companyId: number, accountId: number]>(`
  UPDATE listings SET queued_by = ?2 WHERE company_id = ?1 AND ${isQueued} AND queued_by NOT IN (
    SELECT account_id FROM company_owners WHERE company_id = ?1 AND read_only_since IS NULL)`).run;

/**
 * Returns true if a listing may have a free place: its draft was read, its company is verified, or an owner got access
 * in another way than by a draft.
 */
export const mayHavePlace = preparedSql<{ isTrue: boolean }, [listingId: number, now: Date]>(
  `SELECT EXISTS (SELECT 1 FROM drafts d WHERE d.listing_id = l.id AND d.written_by IS NOT NULL)
    OR c.verified_method IS NOT NULL AND ifnull(c.verified_until, '~') > ?2
    OR EXISTS (SELECT 1 FROM company_owners o WHERE o.company_id = c.id AND o.read_only_since IS NULL
      AND o.via NOT LIKE 'draft:%' AND o.via NOT LIKE 'invite:%') AS isTrue
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.id = ?1`,
  { isTrue: Boolean },
).value;

export const placeOf = preparedSql<{ launchWeek: string | null; queuedAt: string | null }, [id: number]>(
  "SELECT launch_week AS launchWeek, queued_at AS queuedAt FROM listings WHERE id = ?",
).get;

export interface Queued {
  launchWeek: string | null;
  ahead: number;
  aheadWithoutWeek: number;
}

export const queued = preparedSql<Queued, [id: number]>(`
  SELECT l.launch_week AS launchWeek, count(o.id) AS ahead, ifnull(sum(o.launch_week IS NULL), 0) AS aheadWithoutWeek
  FROM (SELECT * FROM listings WHERE id = ? AND plan = 'free' AND ${isQueued}) l
  LEFT JOIN listings o ON o.site_id = l.site_id AND o.plan = 'free' AND o.status IN ('scheduled', 'awaiting_badge')
    AND o.launched_at IS NULL AND (ifnull(o.launch_week, '~'), ifnull(o.queued_at, ''), o.id)
      < (ifnull(l.launch_week, '~'), ifnull(l.queued_at, ''), l.id)
  GROUP BY l.id`).get;
