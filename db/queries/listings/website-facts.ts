import { preparedSql } from "../../store/store.ts";

export const markSeen = preparedSql<never, [companyId: number, at: string]>(
  "UPDATE companies SET seen_at = ?2 WHERE id = ?1 AND ifnull(seen_at, '') < ?2",
).run;

export const markListingSeen = preparedSql<never, [listingId: number, at: string]>(`
  UPDATE companies SET seen_at = ?2
  WHERE id = (SELECT company_id FROM listings WHERE id = ?1) AND ifnull(seen_at, '') < ?2`).run;

interface WebsiteFacts {
  id: number;
  /** Null if the website has never been checked. */
  seenAt: string | null;
  /** Whether the owner is verified, and the listing has long been live and without an upheld report. */
  isTrusted: boolean;
  /** Whether an account may edit the listing. */
  hasOwner: boolean;
  landingUrl: string | null;
}

// A report is no longer upheld if the owners' answer reversed the decision. A restored listing's outcome has no reason.
export const websiteFacts = preparedSql<WebsiteFacts, [siteId: number, slug: string, liveSince: Date, reports: Date]>(
  `SELECT l.id, c.seen_at AS seenAt, c.verified_method IS NOT NULL AND l.status_changed_at <= ?3 AND NOT EXISTS (
    SELECT 1 FROM listing_reports r WHERE r.listing_id = l.id AND r.outcome <> 'dismissed' AND r.decided_at > ?4
      AND NOT EXISTS (SELECT 1 FROM decisions d
        WHERE d.listing_id = l.id AND d.decided_at = r.decided_at AND d.outcome = 'reversed' AND d.outcome_reason IS NOT NULL)) AS isTrusted,
    EXISTS (SELECT 1 FROM company_owners o WHERE o.company_id = c.id AND o.read_only_since IS NULL) AS hasOwner,
    l.landing_url AS landingUrl
  FROM listings l JOIN companies c ON c.id = l.company_id WHERE l.site_id = ?1 AND l.slug = ?2 AND l.status = 'live'`,
  { isTrusted: Boolean, hasOwner: Boolean },
).get;
