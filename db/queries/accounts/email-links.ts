import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { emailLinks } from "../../schema/accounts.ts";
import type { LinkPurpose } from "../../schema/vocabulary.ts";
import type { Db, Tx } from "../../store/store.ts";

export type EmailLink = typeof emailLinks.$inferSelect;

export async function createEmailLink(tx: Tx, link: Omit<EmailLink, "usedAt">): Promise<void> {
  await tx.insert(emailLinks).values(link);
}

const isPending = (now: Date) => sql`${emailLinks.usedAt} IS NULL AND ${emailLinks.expiresAt} > ${now.toISOString()}`;

export const pendingChange = async (db: Db, accountId: number, now: Date): Promise<EmailLink | undefined> =>
  db
    .select()
    .from(emailLinks)
    .where(and(eq(emailLinks.accountId, accountId), inArray(emailLinks.purpose, ["approve", "change"]), isPending(now)))
    .orderBy(desc(emailLinks.createdAt))
    .limit(1)
    .get();

export async function endEmailLinks(tx: Tx, accountId: number, purposes: readonly LinkPurpose[]): Promise<number> {
  const isOne = and(eq(emailLinks.accountId, accountId), inArray(emailLinks.purpose, purposes));
  const ended = await tx
    .delete(emailLinks)
    .where(and(isOne, isNull(emailLinks.usedAt)))
    .returning({ id: emailLinks.accountId });
  return ended.length;
}

const isUsable = (tokenHash: string, now: Date) => and(eq(emailLinks.tokenHash, tokenHash), isPending(now));

export const openEmailLink = async (db: Db, tokenHash: string, now: Date): Promise<EmailLink | undefined> =>
  db.select().from(emailLinks).where(isUsable(tokenHash, now)).get();

/** Uses up a link. Only one caller gets the row; all other callers get undefined. */
export async function spendEmailLink(tx: Tx, tokenHash: string, now: Date): Promise<EmailLink | undefined> {
  const usedAt = now.toISOString();
  return tx.update(emailLinks).set({ usedAt }).where(isUsable(tokenHash, now)).returning().get();
}
