import { desc, eq } from "drizzle-orm";
import { mails } from "../schema/accounts.ts";
import type { Db } from "../store.ts";
import { enqueue } from "./jobs.ts";

export interface NewMail {
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
}

export type Mail = typeof mails.$inferSelect;

/** Puts a mail into the outbox and asks for its delivery, in the transaction that causes it. */
export async function queueMail(tx: Db, mail: NewMail, now: Date): Promise<void> {
  const messageId = `${crypto.randomUUID()}@slipway`;
  const [row] = await tx
    .insert(mails)
    .values({ ...mail, messageId, createdAt: now.toISOString() })
    .returning({ id: mails.id });
  await enqueue(tx, { kind: "mail", key: `mail:${row!.id}`, payload: { mailId: row!.id } }, now);
}

export async function mailById(db: Db, id: number): Promise<Mail | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row;
}

export async function markMailSent(tx: Db, id: number, now: Date): Promise<void> {
  await tx.update(mails).set({ sentAt: now.toISOString() }).where(eq(mails.id, id));
}

/** The outbox, newest first. */
export const latestMails = (db: Db, limit: number): Promise<Mail[]> =>
  db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
