import type { Exclusion } from "../../schema/vocabulary.ts";
import { type Db, preparedSql } from "../../store/store.ts";
import { type Ballot, ballotColumns } from "./ballots.ts";

export interface TeamBallot extends Ballot {
  slug: string;
  name: string;
  email: string | null;
  voter: string | null;
  accountId: number;
  accountCreatedAt: string | null;
}

const ballotsQuery = (which: string) =>
  preparedSql<TeamBallot, [number, string, string, number, number, readonly Exclusion[], boolean]>(`
  SELECT ${ballotColumns}, l.slug, c.name, a.email, a.name AS voter, b.account_id AS accountId, a.created_at AS accountCreatedAt
  FROM ballots b JOIN listings l ON l.id = b.listing_id JOIN companies c ON c.id = l.company_id
  LEFT JOIN accounts a ON a.id = b.account_id
  WHERE b.site_id = ?1 AND b.week = ?2 AND ${which}
    AND (?3 = '' OR instr(l.slug, lower(?3)) OR instr(lower(c.name), lower(?3)) OR instr(lower(a.name), lower(?3))
      OR (?7 AND instr(a.email, lower(?3))))
  ORDER BY b.id DESC LIMIT ?4 OFFSET ?5`);
const countedQuery = ballotsQuery("b.excluded IS NULL AND ?6 IS NOT NULL");
const excludedQuery = ballotsQuery("b.excluded IN (SELECT value FROM json_each(?6))");

interface Search {
  reasons: readonly Exclusion[] | null;
  q: string;
  /** True if `q` may match emails, which only admins see. */
  hasEmails: boolean;
  limit: number;
  offset: number;
}

export const teamBallots = (
  db: Db,
  siteId: number,
  week: string,
  { reasons, q, hasEmails, limit, offset }: Search,
): Promise<TeamBallot[]> =>
  (reasons === null ? countedQuery : excludedQuery).all(db, siteId, week, q, limit, offset, reasons ?? [], hasEmails);
