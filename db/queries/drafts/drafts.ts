import { and, desc, eq, gt, inArray, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { drafts } from "../../schema/drafts.ts";
import type { DraftStatus } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Draft = typeof drafts.$inferSelect;
type NewDraft = typeof drafts.$inferInsert;

/** Statuses in which submitting the URL again returns the same draft. */
export const openStatuses: readonly DraftStatus[] = ["crawling", "drafting", "ready"];
const building: readonly DraftStatus[] = ["crawling", "drafting"];
const ended: DraftStatus[] = ["submitted", "expired"];
const expired = { status: "expired", errorCode: null, errorMessage: null } as const;

export const createDraft = async (tx: Tx, draft: NewDraft): Promise<Draft> =>
  tx.insert(drafts).values(draft).returning().get();

export const draftById = async (db: Db, id: number): Promise<Draft | undefined> =>
  db.select().from(drafts).where(eq(drafts.id, id)).get();

interface DraftOwner {
  accountId: number;
  siteId: number;
}

const isOf = ({ accountId, siteId }: DraftOwner) => and(eq(drafts.accountId, accountId), eq(drafts.siteId, siteId));

export const ownDraft = async (db: Db, owner: DraftOwner, id: number): Promise<Draft | undefined> =>
  db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), isOf(owner)))
    .get();

export async function openDraftByKey(db: Db, owner: DraftOwner, key: string): Promise<Draft | undefined> {
  const hasKey = or(eq(drafts.urlKey, key), eq(drafts.arrivedKey, key));
  return db
    .select()
    .from(drafts)
    .where(and(isOf(owner), hasKey, inArray(drafts.status, openStatuses)))
    .orderBy(drafts.id)
    .limit(1)
    .get();
}

export async function draftsOfAccount(
  db: Db,
  owner: DraftOwner,
  { limit, offset, statuses }: { limit: number; offset: number; statuses?: DraftStatus[] },
): Promise<{ rows: Draft[]; total: number }> {
  const where = and(isOf(owner), statuses && inArray(drafts.status, statuses));
  const rows = await db.select().from(drafts).where(where).orderBy(desc(drafts.id)).limit(limit).offset(offset);
  return { rows, total: await db.$count(drafts, where) };
}

export async function draftTimesSince(db: Db, accountId: number, time: Date): Promise<string[]> {
  const rows = await db
    .select({ createdAt: drafts.createdAt })
    .from(drafts)
    .where(and(eq(drafts.accountId, accountId), gt(drafts.createdAt, time.toISOString())))
    .orderBy(drafts.createdAt);
  return rows.map(({ createdAt }) => createdAt);
}

export async function updateDraft(tx: Tx, id: number, changes: Partial<NewDraft>, now: Date): Promise<Draft> {
  const values = { ...changes, updatedAt: now.toISOString() };
  return (await tx.update(drafts).set(values).where(eq(drafts.id, id)).returning().get())!;
}

export async function noteProgress(
  tx: Tx,
  id: number,
  { step, note }: { step: number; note: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(drafts)
    .set({ step, note, updatedAt: now.toISOString() })
    .where(and(eq(drafts.id, id), inArray(drafts.status, building)))
    .returning({ id: drafts.id });
  return rows.length === 1;
}

export async function isBeingBuilt(db: Db, id: number): Promise<boolean> {
  const [row] = await db.select({ status: drafts.status }).from(drafts).where(eq(drafts.id, id));
  return row !== undefined && building.includes(row.status);
}

export async function discardDraft(tx: Tx, id: number, now: Date): Promise<boolean> {
  const time = now.toISOString();
  const rows = await tx
    .update(drafts)
    .set({ ...expired, note: "Discarded.", expiresAt: time, updatedAt: time })
    .where(and(eq(drafts.id, id), notInArray(drafts.status, ended)))
    .returning({ id: drafts.id });
  return rows.length === 1;
}

export async function expireDrafts(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .update(drafts)
    .set({ ...expired, note: "It has expired." })
    .where(and(lte(drafts.expiresAt, now.toISOString()), notInArray(drafts.status, ended)))
    .returning({ id: drafts.id });
  return rows.map(({ id }) => id);
}

const emptied = sql`'{}'`;
/** Empties drafts that expired before the given time, because their content was copied from other people's websites. */
export async function emptyEndedDrafts(tx: Tx, endedBefore: Date): Promise<number[]> {
  const rows = await tx
    .update(drafts)
    .set({ fields: emptied, evidence: emptied, passages: [], suggestedCategories: [], warnings: [], editedFields: [] })
    .where(
      and(
        eq(drafts.status, "expired"),
        lte(drafts.expiresAt, endedBefore.toISOString()),
        or(ne(drafts.fields, emptied), ne(drafts.evidence, emptied)),
      ),
    )
    .returning({ id: drafts.id });
  return rows.map(({ id }) => id);
}
