import { and, desc, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import { approvalRequests } from "../../schema/approval-requests.ts";
import type { ApprovalDecision } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";

export type ApprovalRequest = typeof approvalRequests.$inferSelect;
export type NewApprovalRequest = Omit<ApprovalRequest, "id" | "createdAt" | "decision" | "decidedAt" | "answer">;

/** The columns that identify repeated calls. */
export type CallMark = Pick<ApprovalRequest, "credentialKind" | "credentialId" | "operation" | "inputHash">;

export async function approvalRequestOfCall(db: Db, mark: CallMark): Promise<ApprovalRequest | undefined> {
  const { credentialKind, credentialId, operation, inputHash } = mark;
  return db
    .select()
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.credentialKind, credentialKind),
        eq(approvalRequests.credentialId, credentialId),
        eq(approvalRequests.operation, operation),
        eq(approvalRequests.inputHash, inputHash),
      ),
    )
    .orderBy(desc(approvalRequests.id))
    .limit(1)
    .get();
}

export async function addApprovalRequest(tx: Tx, approvalRequest: NewApprovalRequest, now: Date): Promise<number> {
  const { id } = await tx
    .insert(approvalRequests)
    .values({ ...approvalRequest, createdAt: now.toISOString() })
    .returning({ id: approvalRequests.id })
    .get();
  return id;
}

export const approvalRequestOfAccount = async (
  db: Db,
  accountId: number,
  id: number,
): Promise<ApprovalRequest | undefined> =>
  db
    .select()
    .from(approvalRequests)
    .where(and(eq(approvalRequests.id, id), eq(approvalRequests.accountId, accountId)))
    .get();

const waiting = (accountId: number, now: Date) =>
  and(
    eq(approvalRequests.accountId, accountId),
    isNull(approvalRequests.decision),
    gt(approvalRequests.expiresAt, now.toISOString()),
  );

export const waitingApprovalRequests = (db: Db, accountId: number, now: Date): Promise<ApprovalRequest[]> =>
  db.select().from(approvalRequests).where(waiting(accountId, now)).orderBy(desc(approvalRequests.id));

export const countWaiting = (db: Db, accountId: number, now: Date): Promise<number> =>
  db.$count(approvalRequests, waiting(accountId, now));

export const decidedApprovalRequests = (db: Db, accountId: number, limit: number): Promise<ApprovalRequest[]> =>
  db
    .select()
    .from(approvalRequests)
    .where(and(eq(approvalRequests.accountId, accountId), isNotNull(approvalRequests.decision)))
    .orderBy(desc(approvalRequests.decidedAt), desc(approvalRequests.id))
    .limit(limit);

export const approvalRequestsOfAccount = (db: Db, accountId: number): Promise<ApprovalRequest[]> =>
  db
    .select()
    .from(approvalRequests)
    .where(eq(approvalRequests.accountId, accountId))
    .orderBy(desc(approvalRequests.id));

/** Decides an open request. Returns false if it is no longer open, so only one of several callers gets true. */
export async function decideApprovalRequest(
  tx: Tx,
  id: number,
  { decision, answer = null }: { decision: ApprovalDecision; answer?: string | null },
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const decided = await tx
    .update(approvalRequests)
    .set({ decision, answer, decidedAt: at })
    .where(and(eq(approvalRequests.id, id), isNull(approvalRequests.decision), gt(approvalRequests.expiresAt, at)))
    .returning({ id: approvalRequests.id });
  return decided.length > 0;
}

export async function withdrawApprovalRequests(
  tx: Tx,
  { kind, id }: { kind: ApprovalRequest["credentialKind"]; id: number },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .update(approvalRequests)
    .set({ expiresAt: at })
    .where(
      and(
        eq(approvalRequests.credentialKind, kind),
        eq(approvalRequests.credentialId, id),
        isNull(approvalRequests.decision),
        gt(approvalRequests.expiresAt, at),
      ),
    );
}

export async function moveApprovalRequests(tx: Tx, from: readonly number[], to: number): Promise<void> {
  await tx
    .update(approvalRequests)
    .set({ credentialId: to })
    .where(and(eq(approvalRequests.credentialKind, "grant"), inArray(approvalRequests.credentialId, from)));
}

/** Once this time has passed since the decision, a repeat of the call counts as a new call. */
export const toldMs = dayMs;
const keptMs = 30 * dayMs;

export async function sweepApprovalRequests(tx: Tx, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await tx
    .update(approvalRequests)
    .set({ answer: null })
    .where(and(isNotNull(approvalRequests.answer), lte(approvalRequests.decidedAt, ago(toldMs))));
  await tx.delete(approvalRequests).where(lte(approvalRequests.expiresAt, ago(keptMs)));
}
