import { and, desc, eq, gt, inArray, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { drafts } from "../../schema/drafts.ts";
import type { DraftStatus } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Draft = typeof drafts.$inferSelect;
type NewDraft = typeof drafts.$inferInsert;

/** Statuses in which a second submission of the URL returns the same draft. */
export const openStatuses: readonly DraftStatus[] = ["crawling", "drafting", "ready"];
const building: readonly DraftStatus[] = ["crawling", "drafting"];
const ended: readonly DraftStatus[] = ["submitted", "expired"];

export async function createDraft(tx: Tx, draft: NewDraft): Promise<Draft> {
  const [row] = await tx.insert(drafts).values(draft).returning();
  return row!;
}

export async function draftById(db: Db, id: number): Promise<Draft | undefined> {
  const [row] = await db.select().from(drafts).where(eq(drafts.id, id));
  return row;
}

export async function ownDraft(db: Db, owner: { accountId: number; siteId: number }, id: number) {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.accountId, owner.accountId), eq(drafts.siteId, owner.siteId)));
  return row;
}

export async function openDraftByKey(db: Db, owner: { accountId: number; siteId: number }, key: string) {
  const [row] = await db
    .select()
    .from(drafts)
    .where(
      and(
        eq(drafts.accountId, owner.accountId),
        eq(drafts.siteId, owner.siteId),
        or(eq(drafts.urlKey, key), eq(drafts.arrivedKey, key)),
        inArray(drafts.status, openStatuses),
      ),
    )
    .orderBy(drafts.id)
    .limit(1);
  return row;
}

export async function draftsOfAccount(
  db: Db,
  owner: { accountId: number; siteId: number },
  { limit, offset, statuses }: { limit: number; offset: number; statuses?: DraftStatus[] },
): Promise<{ rows: Draft[]; total: number }> {
  const where = and(
    eq(drafts.accountId, owner.accountId),
    eq(drafts.siteId, owner.siteId),
    statuses && inArray(drafts.status, statuses),
  );
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
  const [row] = await tx
    .update(drafts)
    .set({ ...changes, updatedAt: now.toISOString() })
    .where(eq(drafts.id, id))
    .returning();
  return row!;
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
    .set({
      status: "expired",
      errorCode: null,
      errorMessage: null,
      note: "Discarded.",
      expiresAt: time,
      updatedAt: time,
    })
    .where(and(eq(drafts.id, id), notInArray(drafts.status, [...ended])))
    .returning({ id: drafts.id });
  return rows.length === 1;
}

export async function expireDrafts(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .update(drafts)
    .set({ status: "expired", errorCode: null, errorMessage: null, note: "Its time has run out." })
    .where(and(lte(drafts.expiresAt, now.toISOString()), notInArray(drafts.status, [...ended])))
    .returning({ id: drafts.id });
  return rows.map(({ id }) => id);
}

const emptied = sql`'{}'`;
/** Deletes the content of other people's websites from drafts that ended before a time. */
export async function emptyEndedDrafts(tx: Tx, endedBefore: Date): Promise<number[]> {
  const rows = await tx
    .update(drafts)
    .set({ fields: emptied, evidence: emptied, warnings: [], editedFields: [] })
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
