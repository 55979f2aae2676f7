import type { ActionName } from "../../schema/action-names.ts";
import type {
  AnswerOutcome,
  DecidedStatus,
  DecisionGround,
  DecisionOrigin,
  ListingStatus,
} from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { type CaseMarks, caseQuery } from "./cases.ts";

export interface Decision {
  id: number;
  listingId: number;
  status: DecidedStatus;
  ground: DecisionGround;
  clause: string | null;
  facts: string;
  origin: DecisionOrigin;
  decidedAt: string;
  answer: string | null;
  answeredAt: string | null;
  outcome: AnswerOutcome | null;
  outcomeReason: string | null;
  outcomeAt: string | null;
}

const columns = `d.id, d.listing_id AS listingId, d.status, d.ground, d.clause, d.facts, d.origin,
  d.decided_at AS decidedAt, d.answer, d.answered_at AS answeredAt, d.outcome, d.outcome_reason AS outcomeReason,
  d.outcome_at AS outcomeAt`;

type NewDecision = Pick<Decision, "listingId" | "status" | "ground" | "clause" | "facts" | "origin"> & {
  decidedBy: number | null;
};

const insertQuery = preparedSql<never, [number, string, string, string | null, string, string, Date, number | null]>(`
  INSERT INTO decisions (listing_id, status, ground, clause, facts, origin, decided_at, decided_by)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);

export const addDecision = (
  tx: Tx,
  { listingId, status, ground, clause, facts, origin, decidedBy }: NewDecision,
  now: Date,
): Promise<void> => insertQuery.run(tx, listingId, status, ground, clause, facts, origin, now, decidedBy);

// A decision applies only until it is reversed, and only while the listing has the status that the decision set.
export const standingDecision = preparedSql<Decision, [listingId: number]>(`
  SELECT ${columns} FROM decisions d JOIN listings l ON l.id = d.listing_id
  WHERE d.id = (SELECT max(id) FROM decisions WHERE listing_id = ?) AND d.status = l.status
    AND d.outcome IS NOT 'reversed'`).get;

export const saveAnswer = preparedSql<never, [id: number, answer: string, accountId: number, now: Date]>(
  "UPDATE decisions SET answer = ?2, answered_at = ?4, answered_by = ?3 WHERE id = ?1",
).run;

const outcomeQuery = preparedSql<never, [string, string | null, now: Date, by: number | null, id: number]>(
  "UPDATE decisions SET outcome = ?, outcome_reason = ?, outcome_at = ?, outcome_by = ? WHERE id = ?",
);
export const saveDecisionOutcome = (
  tx: Tx,
  id: number,
  { outcome, reason, by }: { outcome: AnswerOutcome; reason: string | null; by: number | null },
  now: Date,
): Promise<void> => outcomeQuery.run(tx, outcome, reason, now, by, id);

export interface DecisionCase extends Decision {
  slug: string;
  name: string;
  url: string;
  listingStatus: ListingStatus;
  isStanding: number;
}

const isStanding =
  "(d.status = l.status AND d.outcome IS NULL AND d.id = (SELECT max(id) FROM decisions WHERE listing_id = l.id))";
const caseColumns = `${columns}, l.slug, c.name, c.url, l.status AS listingStatus, ${isStanding} AS isStanding`;
const caseTables = `decisions d CROSS JOIN listings l ON l.id = d.listing_id JOIN companies c ON c.id = l.company_id
  WHERE +l.site_id = ?1`;
export const decisionCases = caseQuery<DecisionCase & CaseMarks>("answer", {
  columns: `d.id AS itemId, d.status AS kinds, 1 AS total, ${caseColumns}`,
  from: caseTables,
  open: { where: `d.answer IS NOT NULL AND d.outcome IS NULL AND ${isStanding}`, at: "d.answered_at" },
  decided: {
    where: `NOT (d.answer IS NOT NULL AND ${isStanding})`,
    at: "CASE WHEN d.outcome_at IS NULL THEN d.decided_at ELSE d.outcome_at END",
  },
  listing: "d.listing_id",
});

export const decisionCase = preparedSql<DecisionCase, [siteId: number, id: number]>(
  `SELECT ${caseColumns} FROM ${caseTables} AND d.id = ?2`,
).get;

export const answeredAfter = preparedSql<{ slug: string; name: string }, [siteId: number, id: number, by: ActionName]>(`
  SELECT l.slug, co.name FROM changes c JOIN change_subjects s ON s.change_id = c.id AND s.position = 0
  JOIN listings l ON l.id = CAST(substr(s.subject, 9) AS INTEGER) JOIN companies co ON co.id = l.company_id
  WHERE c.action = ?3 AND c.id > ?2 AND l.site_id = ?1 ORDER BY c.id`).all;
