import { and, count, desc, eq } from "drizzle-orm";
import { accounts } from "../../schema/accounts.ts";
import { claims, disputes } from "../../schema/claims.ts";
import type { DisputeStatus } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";
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

export interface DisputeCase extends ClaimWithPerson {
  dispute: Dispute;
}

const cases = (db: Db) =>
  db
    .select({ dispute: disputes, claim: claims, account: person })
    .from(disputes)
    .innerJoin(claims, eq(claims.id, disputes.claimId))
    .innerJoin(accounts, eq(accounts.id, claims.accountId));

export const disputeCase = async (db: Db, id: number): Promise<DisputeCase | undefined> =>
  cases(db).where(eq(disputes.id, id)).get();

export async function disputeCases(
  db: Db,
  siteId: number,
  status: DisputeStatus | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: DisputeCase[]; total: number }> {
  const where = and(eq(claims.siteId, siteId), eq(claims.isTest, false), status && eq(disputes.status, status));
  const rows = await cases(db).where(where).orderBy(desc(disputes.id)).limit(limit).offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(disputes)
    .innerJoin(claims, eq(claims.id, disputes.claimId))
    .where(where);
  return { rows, total: counted!.total };
}
