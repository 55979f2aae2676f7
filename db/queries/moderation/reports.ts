import type { ActionName } from "../../schema/action-names.ts";
import type { ListingStatus, ReportKind, ReportOutcome } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { type CaseMarks, caseQuery } from "./cases.ts";
import { forgetUndos } from "./decision-undos.ts";

interface NewReport {
  listingId: number;
  kind: ReportKind;
  sentence: string;
  email?: string | null;
}

const addQuery = preparedSql<{ id: number }, [number, string, string, string | null, now: Date]>(
  "INSERT INTO listing_reports (listing_id, kind, sentence, email, created_at) VALUES (?, ?, ?, ?, ?) RETURNING id",
);
export const addReport = (tx: Tx, { listingId, kind, sentence, email = null }: NewReport, now: Date): Promise<number> =>
  addQuery.value(tx, listingId, kind, sentence, email, now);

export const openReportsBy = preparedSql<{ total: number }, [email: string]>(
  "SELECT count(*) AS total FROM listing_reports WHERE email = ? AND outcome IS NULL",
).value;

const forgetQuery = preparedSql<never, [addresses: readonly string[]]>(
  "UPDATE listing_reports SET email = NULL WHERE email IN (SELECT value FROM json_each(?))",
);
export async function forgetReporter(tx: Tx, addresses: readonly string[]): Promise<void> {
  await forgetQuery.run(tx, addresses);
  await forgetUndos(tx, addresses);
}

export const openReports = preparedSql<{ total: number }, [listingId: number]>(
  "SELECT count(*) AS total FROM listing_reports WHERE listing_id = ? AND outcome IS NULL",
).value;

export const openReportsOf = preparedSql<{ kind: ReportKind; sentence: string; at: string }, [listingId: number]>(`
  SELECT kind, sentence, created_at AS at FROM listing_reports WHERE listing_id = ? AND outcome IS NULL
  ORDER BY id DESC LIMIT 25`).all;

const closeQuery = preparedSql<{ id: number }, [number, number, string, string, now: Date, number | null]>(`
  UPDATE listing_reports SET email = NULL, outcome = ?3, reason = ?4, decided_at = ?5, decided_by = ?6
  WHERE listing_id = ?1 AND id <= ?2 AND outcome IS NULL RETURNING id`);

/** When the team closed the latest of the reports that a member has read. */
export const reportsClosedAt = preparedSql<{ at: string | null }, [listingId: number, lastId: number]>(
  "SELECT max(decided_at) AS at FROM listing_reports WHERE listing_id = ? AND id <= ?",
).value;

interface Close {
  listingId: number;
  /** The id of the latest report that the deciding person has seen. Later reports stay open. */
  lastId?: number;
  outcome: ReportOutcome;
  reason: string;
  decidedBy: number | null;
}

const reportersQuery = preparedSql<{ email: string }, [number, number]>(`
  SELECT DISTINCT email FROM listing_reports WHERE listing_id = ? AND id <= ? AND outcome IS NULL AND email IS NOT NULL`);

/** Closes a listing's open reports. Returns their number and the email addresses to notify, which are deleted here. */
export async function closeReports(
  tx: Tx,
  { listingId, lastId = Number.MAX_SAFE_INTEGER, outcome, reason, decidedBy }: Close,
  now: Date,
): Promise<{ closed: number; reporters: string[] }> {
  const reporters = await reportersQuery.values(tx, listingId, lastId);
  const closed = await closeQuery.all(tx, listingId, lastId, outcome, reason, now, decidedBy);
  return { closed: closed.length, reporters };
}

export interface ReportGroup {
  listingId: number;
  slug: string;
  name: string;
  url: string;
  status: ListingStatus;
  lastId: number;
  firstAt: string;
  lastAt: string;
  outcome: ReportOutcome | null;
  reason: string | null;
  decidedAt: string | null;
  reports: { kind: ReportKind; sentence: string; created_at: string }[];
  total: number;
}

const maxShown = 20;
export const reportGroups = caseQuery<ReportGroup & CaseMarks>("reports", {
  columns: `l.id AS itemId, l.id AS listingId, l.slug, c.name, c.url, l.status, max(r.id) AS lastId,
    min(r.created_at) AS firstAt, max(r.created_at) AS lastAt, group_concat(DISTINCT r.kind) AS kinds, r.outcome, r.reason,
    r.decided_at AS decidedAt, count(*) AS total`,
  from: `listing_reports r CROSS JOIN listings l ON l.id = r.listing_id JOIN companies c ON c.id = l.company_id
    WHERE +l.site_id = ?1`,
  open: { where: "r.outcome IS NULL", at: "max(r.created_at)" },
  decided: { where: "r.outcome IS NOT NULL", at: "r.decided_at" },
  listing: "r.listing_id",
  groupBy: "GROUP BY r.decided_at, r.listing_id",
  pageColumns: `(SELECT json_group_array(json_object('kind', kind, 'sentence', sentence, 'created_at', created_at)) FROM (
    SELECT kind, sentence, created_at FROM listing_reports x WHERE x.listing_id = w.listingId
      AND x.decided_at IS w.decidedAt ORDER BY x.id DESC LIMIT ${maxShown})) AS reports`,
  readers: { reports: JSON.parse },
});

export const reportedAfter = preparedSql<
  { slug: string; name: string; total: number; open: number },
  [siteId: number, id: number, by: ActionName]
>(`
  SELECT l.slug, co.name, count(*) AS total,
    (SELECT count(*) FROM listing_reports r WHERE r.listing_id = l.id AND r.outcome IS NULL) AS open
  FROM changes c JOIN change_subjects s ON s.change_id = c.id AND s.position = 0
  JOIN listings l ON l.id = CAST(substr(s.subject, 9) AS INTEGER) JOIN companies co ON co.id = l.company_id
  WHERE c.action = ?3 AND c.id > ?2 AND l.site_id = ?1 GROUP BY l.id HAVING open > 0 ORDER BY total DESC, l.id`).all;
export type Reported = Awaited<ReturnType<typeof reportedAfter>>[number];
