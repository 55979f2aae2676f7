import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import { proposals } from "../../schema/proposals.ts";
import type { ProposalDecision } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { dayMs } from "../../values/week.ts";

export type Proposal = typeof proposals.$inferSelect;
export type NewProposal = Omit<Proposal, "id" | "createdAt" | "decision" | "decidedAt" | "answer">;

/** By what a repeat of a call is known. */
export type CallMark = Pick<Proposal, "credentialKind" | "credentialId" | "operation" | "inputHash">;

/** The latest proposal of the same call. */
export async function proposalOfCall(db: Db, mark: CallMark): Promise<Proposal | undefined> {
  const { credentialKind, credentialId, operation, inputHash } = mark;
  const [row] = await db
    .select()
    .from(proposals)
    .where(
      and(
        eq(proposals.credentialKind, credentialKind),
        eq(proposals.credentialId, credentialId),
        eq(proposals.operation, operation),
        eq(proposals.inputHash, inputHash),
      ),
    )
    .orderBy(desc(proposals.id))
    .limit(1);
  return row;
}

export async function addProposal(tx: Tx, proposal: NewProposal, now: Date): Promise<number> {
  const [row] = await tx
    .insert(proposals)
    .values({ ...proposal, createdAt: now.toISOString() })
    .returning({ id: proposals.id });
  return row!.id;
}

/** A proposal made for an account; of another's nothing is known. */
export async function proposalOfAccount(db: Db, accountId: number, id: number): Promise<Proposal | undefined> {
  const [row] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), eq(proposals.accountId, accountId)));
  return row;
}

const waiting = (accountId: number, now: Date) =>
  and(eq(proposals.accountId, accountId), isNull(proposals.decision), gt(proposals.expiresAt, now.toISOString()));

/** What waits for the person, the latest first. */
export const waitingProposals = (db: Db, accountId: number, now: Date): Promise<Proposal[]> =>
  db.select().from(proposals).where(waiting(accountId, now)).orderBy(desc(proposals.id));

export async function countWaiting(db: Db, accountId: number, now: Date): Promise<number> {
  const [row] = await db.select({ total: count() }).from(proposals).where(waiting(accountId, now));
  return row!.total;
}

/** What the person decided, the latest first. */
export const decidedProposals = (db: Db, accountId: number, limit: number): Promise<Proposal[]> =>
  db
    .select()
    .from(proposals)
    .where(and(eq(proposals.accountId, accountId), isNotNull(proposals.decision)))
    .orderBy(desc(proposals.decidedAt), desc(proposals.id))
    .limit(limit);

/** All that was proposed to an account, the latest first. */
export const proposalsOfAccount = (db: Db, accountId: number): Promise<Proposal[]> =>
  db.select().from(proposals).where(eq(proposals.accountId, accountId)).orderBy(desc(proposals.id));

/** True for the one caller who decides it while it waits. */
export async function decideProposal(
  tx: Tx,
  id: number,
  { decision, answer = null }: { decision: ProposalDecision; answer?: string | null },
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const decided = await tx
    .update(proposals)
    .set({ decision, answer, decidedAt: at })
    .where(and(eq(proposals.id, id), isNull(proposals.decision), gt(proposals.expiresAt, at)))
    .returning({ id: proposals.id });
  return decided.length > 0;
}

/** Ends the time of what waits from one app or key. */
export async function withdrawProposals(
  tx: Tx,
  { kind, id }: { kind: Proposal["credentialKind"]; id: number },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await tx
    .update(proposals)
    .set({ expiresAt: at })
    .where(
      and(
        eq(proposals.credentialKind, kind),
        eq(proposals.credentialId, id),
        isNull(proposals.decision),
        gt(proposals.expiresAt, at),
      ),
    );
}

/** Moves the calls that waited or were decided for some grants to the grant that replaces them. */
export async function moveProposals(tx: Tx, from: readonly number[], to: number): Promise<void> {
  await tx
    .update(proposals)
    .set({ credentialId: to })
    .where(and(eq(proposals.credentialKind, "grant"), inArray(proposals.credentialId, [...from])));
}

/** So long a repeat of a decided call is answered with what came of it; later it is a new one. */
export const toldMs = dayMs;
const keptMs = 30 * dayMs;

/** Forgets answers that are no longer told, and proposals whose time was up a month ago, decided or not. */
export async function sweepProposals(tx: Tx, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  await tx
    .update(proposals)
    .set({ answer: null })
    .where(and(isNotNull(proposals.answer), lte(proposals.decidedAt, ago(toldMs))));
  await tx.delete(proposals).where(lte(proposals.expiresAt, ago(keptMs)));
}

const spentQuery = preparedSql<{ amount: number; others: number }, [number, string, string, string]>(`
  SELECT coalesce(sum(CASE WHEN o.currency = ?4 THEN coalesce(o.gross, o.net) ELSE 0 END), 0) AS amount,
    coalesce(sum(o.currency <> ?4), 0) AS others
  FROM changes c JOIN change_subjects s ON s.change_id = c.id AND s.position = 0
    JOIN orders o ON o.number = substr(s.subject, 7)
  WHERE c.account_id = ?1 AND c.via = ?2 AND c.at >= ?3 AND c.approved_by IS NULL AND c.action = 'create_checkout'
    AND s.subject LIKE 'order:%' AND o.is_test = 0 AND o.status NOT IN ('expired', 'canceled', 'failed', 'refunded')`);

/**
 * What the orders come to that an app or key has made since a time without asking, ended ones left out: in minor units
 * of `currency`, and how many are in another. Of an order whose buyer's country is not known yet, before VAT.
 */
export const spentThrough = async (
  db: Db,
  { accountId, via, since, currency }: { accountId: number; via: string; since: string; currency: string },
): Promise<{ amount: number; others: number }> => (await spentQuery.get(db, accountId, via, since, currency))!;
