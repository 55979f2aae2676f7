import type { HideableStatus } from "../../schema/vocabulary.ts";
import { preparedSql } from "../../store/store.ts";
import { isDecidedSinceHidden, type JudgedListing } from "../sites/team-lists.ts";

/**
 * A condition for a listing `l`: an owner who is not suspended has proved the ownership or was assigned by the team. The
 * suspension of another owner does not hide such a listing.
 */
export const hasProvedOwner = `EXISTS (SELECT 1 FROM company_owners p JOIN accounts pa ON pa.id = p.account_id
  WHERE p.company_id = l.company_id AND p.read_only_since IS NULL AND pa.suspended_at IS NULL AND (p.via = 'team'
    OR EXISTS (SELECT 1 FROM claims k WHERE k.company_id = p.company_id AND k.account_id = p.account_id
      AND k.status = 'verified' AND k.is_test = 0)))`;
const hasSuspendedOwner = `EXISTS (SELECT 1 FROM company_owners x JOIN accounts xa ON xa.id = x.account_id
  WHERE x.company_id = l.company_id AND x.read_only_since IS NULL AND xa.suspended_at IS NOT NULL)`;

/** A subquery for the account that owned a company first. */
export const firstOwner = (companyId: string): string =>
  `(SELECT account_id FROM company_owners WHERE company_id = ${companyId} ORDER BY created_at, account_id LIMIT 1)`;

const columns = `l.id, l.site_id AS siteId, l.company_id AS companyId, l.slug, c.name, s.name AS site, l.status, l.plan,
  l.launch_week AS launchWeek, l.launched_at AS launchedAt`;
const ofAccount = `FROM company_owners o JOIN listings l ON l.company_id = o.company_id
  JOIN companies c ON c.id = l.company_id JOIN sites s ON s.id = l.site_id AND s.sandbox_of IS NULL`;

interface Row extends Omit<JudgedListing, "isHidden" | "mergedInto" | "statusChangedAt"> {
  /** The name of the listing's site. */
  site: string;
}

/** The listings that an account may edit. */
export const listingsOfAccount = preparedSql<Row & { hasProvedOwner: boolean }, [accountId: number]>(
  `SELECT ${columns}, ${hasProvedOwner} AS hasProvedOwner ${ofAccount}
  WHERE o.account_id = ? AND o.read_only_since IS NULL ORDER BY l.id`,
  { hasProvedOwner: Boolean },
).all;

export interface HiddenListing extends Row {
  /** The team decided about the listing while it was hidden. */
  isDecided: boolean;
  /** Another owner is suspended, and none of the others has proved the ownership. */
  hasSuspendedOwner: boolean;
}

export const hiddenListingsOf = preparedSql<HiddenListing, [accountId: number]>(
  `SELECT ${columns}, ${isDecidedSinceHidden} AS isDecided,
    (${hasSuspendedOwner} AND NOT ${hasProvedOwner}) AS hasSuspendedOwner
  ${ofAccount} JOIN hidden_listings h ON h.listing_id = l.id
  WHERE o.account_id = ? AND l.status = 'suspended' ORDER BY l.id`,
  { isDecided: Boolean, hasSuspendedOwner: Boolean },
).all;

/** Returns true while the suspension of an account hides a listing, and not a decision about the listing. */
export const isHidden = preparedSql<{ one: 1 }, [listingId: number]>(`SELECT 1 AS one FROM listings l
  JOIN hidden_listings h ON h.listing_id = l.id
  WHERE l.id = ? AND l.status = 'suspended' AND NOT ${isDecidedSinceHidden}`).exists;

/** The former status of a hidden listing, or null. */
export const hiddenStatus = preparedSql<{ status: HideableStatus }, [listingId: number]>(
  "SELECT status FROM hidden_listings WHERE listing_id = ?",
).get;

export const saveHidden = preparedSql<never, [ids: readonly number[], now: Date]>(`
  INSERT INTO hidden_listings (listing_id, status, hidden_at)
  SELECT id, status, ?2 FROM listings WHERE id IN (SELECT value FROM json_each(?1))
  ON CONFLICT DO UPDATE SET status = excluded.status, hidden_at = excluded.hidden_at`).run;

export const forgetHidden = preparedSql<never, [listingId: number]>(
  "DELETE FROM hidden_listings WHERE listing_id = ?",
).run;
