import { desc, eq } from "drizzle-orm";
import { openText } from "../../keys/sealed-text.ts";
import { mails } from "../../schema/accounts.ts";
import type { Db, Tx } from "../../store/store.ts";

export type Mail = typeof mails.$inferSelect;

/** Returns undefined if there is no such email, and null if it cannot be decrypted. */
export async function mailById(db: Db, id: number): Promise<Mail | null | undefined> {
  const row = await db.select().from(mails).where(eq(mails.id, id)).get();
  return row && opened(db, row);
}

// An email cannot be read if the key is missing, for example because a restore did not include it.
function opened(db: Db, mail: Mail): Mail | null {
  const textBody = openText(db, mail.textBody, `${mail.messageId}:text`);
  const htmlBody = openText(db, mail.htmlBody, `${mail.messageId}:html`);
  const unsubscribeUrl = mail.unsubscribeUrl && openText(db, mail.unsubscribeUrl, `${mail.messageId}:unsubscribe`);
  return textBody === null || htmlBody === null ? null : { ...mail, textBody, htmlBody, unsubscribeUrl };
}

export async function markMailSent(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(mails).set({ sentAt: now.toISOString() }).where(eq(mails.id, id));
}

export async function latestMails(db: Db, limit: number): Promise<Mail[]> {
  const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
  return rows.flatMap((row) => opened(db, row) ?? []);
}
