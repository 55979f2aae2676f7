import { type Db, preparedSql } from "../../store/store.ts";
import { openPair, pairWithSides } from "./duplicates.ts";

/**
 * Counts the open cases of a site (`?1`): one statement per kind, each on an index of the open items. Each returns
 * the number of items and the time of the oldest one.
 */
const waiting = {
  reviews: `SELECT count(*), min(r.requested_at) FROM listing_reviews r CROSS JOIN listings l ON l.id = r.listing_id
    WHERE r.site_id = ?1 AND r.approved_at IS NULL AND l.launched_at IS NULL AND l.status IN ('draft', 'awaiting_badge')
      AND (r.change_text IS NULL OR r.change_version < l.version)`,
  reports: `SELECT count(DISTINCT r.listing_id), min(r.created_at) FROM listing_reports r
    CROSS JOIN listings l ON l.id = r.listing_id WHERE r.outcome IS NULL AND +l.site_id = ?1`,
  answers: `SELECT count(*), min(d.answered_at) FROM decisions d CROSS JOIN listings l ON l.id = d.listing_id
    WHERE d.answer IS NOT NULL AND d.outcome IS NULL AND +l.site_id = ?1 AND d.status = l.status
      AND d.id = (SELECT max(id) FROM decisions WHERE listing_id = l.id)`,
  duplicates: `SELECT count(*), min(p.found_at) FROM ${pairWithSides} WHERE p.site_id = ?1 AND ${openPair}`,
  flags: "SELECT count(*), min(found_at) FROM text_flags WHERE site_id = ?1 AND outcome IS NULL",
  disputes: `SELECT count(*), min(d.opened_at) FROM disputes d CROSS JOIN claims c ON c.id = d.claim_id
    WHERE d.status = 'open' AND c.site_id = ?1 AND NOT c.is_test`,
  failed_jobs: "SELECT count(*), min(finished_at) FROM jobs WHERE state = 'dead' AND kind <> 'mail'",
  refused_mails: "SELECT count(*), min(finished_at) FROM jobs WHERE state = 'dead' AND kind = 'mail'",
};

export type InboxKind = keyof typeof waiting;
export const inboxKinds = Object.keys(waiting) as [InboxKind, ...InboxKind[]];

export interface Waiting {
  count: number;
  oldest: string | null;
}

const queries = Object.fromEntries(
  Object.entries(waiting).map(([kind, sql]) => [
    kind,
    preparedSql<Waiting, [siteId: number]>(
      `SELECT "count", oldest FROM (SELECT 0 AS "count", NULL AS oldest WHERE ?1 IS NULL UNION ALL ${sql})`,
    ),
  ]),
);

export const waitingOf = async (db: Db, kind: InboxKind, siteId: number): Promise<Waiting> =>
  (await queries[kind]!.get(db, siteId))!;
