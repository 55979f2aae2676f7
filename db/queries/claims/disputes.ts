import { and, eq } from "drizzle-orm";
import { accounts } from "../../schema/accounts.ts";
import { claims, disputes } from "../../schema/claims.ts";
import type { ClaimMethod, DisputeStatus } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";
import { type CaseMarks, caseQuery } from "../moderation/cases.ts";
import { type ClaimWithPerson, person } from "./claims.ts";

export type Dispute = typeof disputes.$inferSelect;

export async function openDispute(tx: Tx, claimId: number, now: Date): Promise<Dispute> {
  await tx.insert(disputes).values({ claimId, openedAt: now.toISOString() }).onConflictDoNothing();
  return (await disputeOfClaim(tx, claimId))!;
}

export const disputeOfClaim = async (db: Db, claimId: number): Promise<Dispute | undefined> =>
  db.select().from(disputes).where(eq(disputes.claimId, claimId)).get();

export async function endDispute(
  tx: Tx,
  claimId: number,
  end: { status: Exclude<DisputeStatus, "open">; reason?: string; decidedBy?: number },
  now: Date,
): Promise<void> {
  await tx
    .update(disputes)
    .set({ ...end, decidedAt: now.toISOString() })
    .where(and(eq(disputes.claimId, claimId), eq(disputes.status, "open")));
}

interface DisputeCase extends ClaimWithPerson {
  dispute: Dispute;
}

export const disputeCase = async (db: Db, id: number): Promise<DisputeCase | undefined> =>
  db
    .select({ dispute: disputes, claim: claims, account: person })
    .from(disputes)
    .innerJoin(claims, eq(claims.id, disputes.claimId))
    .innerJoin(accounts, eq(accounts.id, claims.accountId))
    .where(eq(disputes.id, id))
    .get();

interface Person {
  id: number;
  name: string;
  email: string;
}

export interface ListedDispute extends CaseMarks {
  itemId: number;
  status: DisputeStatus;
  reason: string | null;
  slug: string;
  name: string;
  url: string;
  method: ClaimMethod;
  claimant: Person;
  /** The company's owners who have proof. The list is empty if the claimant can already edit the company. */
  owners: Person[];
  openedAt: string;
  provedAt: string | null;
  lastError: string | null;
  decidedAt: string | null;
}

const personJson = "json_object('id', a.id, 'name', a.name, 'email', a.email)";
const editors = `company_owners o JOIN accounts a ON a.id = o.account_id
  WHERE o.company_id = w.companyId AND a.suspended_at IS NULL AND o.read_only_since IS NULL`;
export const listedDisputes = caseQuery<ListedDispute>("dispute", {
  columns: `d.id AS itemId, d.status, d.reason, c.slug, ifnull(co.name, c.slug) AS name, c.url, c.method, c.method AS kinds,
    1 AS total, a.id AS claimantId, ${personJson} AS claimant, l.company_id AS companyId, d.opened_at AS openedAt,
    c.proved_at AS provedAt, c.error_message AS lastError, d.decided_at AS decidedAt`,
  from: `disputes d JOIN claims c ON c.id = d.claim_id JOIN accounts a ON a.id = c.account_id
    LEFT JOIN listings l ON l.id = c.listing_id LEFT JOIN companies co ON co.id = l.company_id
    WHERE +c.site_id = ?1 AND NOT c.is_test`,
  open: { where: "d.status = 'open'", at: "d.opened_at" },
  decided: { where: "d.status <> 'open'", at: "d.decided_at" },
  listing: "c.listing_id",
  pageColumns: `(SELECT json_group_array(${personJson}) FROM ${editors} AND EXISTS (SELECT 1 FROM claims v
      WHERE v.company_id = w.companyId AND v.account_id = a.id AND v.status = 'verified' AND NOT v.is_test)
    AND NOT EXISTS (SELECT 1 FROM ${editors} AND a.id = w.claimantId)) AS owners`,
  readers: { claimant: JSON.parse, owners: JSON.parse },
});
