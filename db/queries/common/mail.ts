import { desc, eq } from "drizzle-orm";
import { openText, sealText } from "../../keys/sealed-text.ts";
import { mails } from "../../schema/accounts.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";
import { enqueue } from "./jobs.ts";

export interface NewMail {
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** Of a mail that people can stop: where its header leads (RFC 8058). */
  unsubscribeUrl?: string;
  replyTo?: string;
}

/** What a mail says; the frame around it is the site's. */
export interface MailContent {
  subject: string;
  /** Name after "Hello", or empty. */
  greeting: string;
  paragraphs: string[];
  /** Several things of one kind, each at an address. */
  items?: { title: string; url: string; paragraphs: string[] }[];
  action?: { label: string; url: string };
  closing?: string[];
  /** Where the reader stops mails like this one. */
  unsubscribeUrl?: string;
  /** Whether the team of the site reads what is answered. */
  isAnswerable?: boolean;
}

export type Mail = typeof mails.$inferSelect;

const insertMail = preparedSql<
  { id: number },
  [string, string, string, string, string | null, string | null, string, string]
>(`
  INSERT INTO mails (recipient, subject, text_body, html_body, unsubscribe_url, reply_to, message_id, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);

/** Puts a mail into the outbox and asks for its delivery, in the transaction that causes it. */
export async function queueMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const { recipient, subject, unsubscribeUrl, replyTo = null } = mail;
  const messageId = `${crypto.randomUUID()}@slipway`;
  const row = await insertMail.get(
    tx,
    recipient,
    subject,
    sealText(tx, mail.textBody, `${messageId}:text`),
    sealText(tx, mail.htmlBody, `${messageId}:html`),
    unsubscribeUrl === undefined ? null : sealText(tx, unsubscribeUrl, `${messageId}:unsubscribe`),
    replyTo,
    messageId,
    now.toISOString(),
  );
  await enqueue(tx, { kind: "mail", key: `mail:${row!.id}`, payload: { mailId: row!.id } }, now);
}

export async function mailById(db: Db, id: number): Promise<Mail | undefined> {
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return (row && opened(db, row)) ?? undefined;
}

// A mail whose key is not here, as in a database restored elsewhere, is as good as gone.
function opened(db: Db, mail: Mail): Mail | null {
  const textBody = openText(db, mail.textBody, `${mail.messageId}:text`);
  const htmlBody = openText(db, mail.htmlBody, `${mail.messageId}:html`);
  const unsubscribeUrl = mail.unsubscribeUrl && openText(db, mail.unsubscribeUrl, `${mail.messageId}:unsubscribe`);
  return textBody === null || htmlBody === null ? null : { ...mail, textBody, htmlBody, unsubscribeUrl };
}

export async function markMailSent(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(mails).set({ sentAt: now.toISOString() }).where(eq(mails.id, id));
}

/** The outbox, newest first. */
export async function latestMails(db: Db, limit: number): Promise<Mail[]> {
  const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(limit);
  return rows.flatMap((row) => opened(db, row) ?? []);
}

/** A mail without its texts, and the job that delivers it. */
export interface OutboxRow {
  id: number;
  recipient: string;
  subject: string;
  createdAt: string;
  sentAt: string | null;
  jobId: number | null;
  state: string | null;
  lastError: string | null;
}

const outboxQuery = preparedSql<OutboxRow, [number, number]>(`
  SELECT m.id, m.recipient, m.subject, m.created_at AS createdAt, m.sent_at AS sentAt, j.id AS jobId, j.state,
    j.last_error AS lastError
  FROM mails m LEFT JOIN jobs j ON j.key = 'mail:' || m.id ORDER BY m.id DESC LIMIT ? OFFSET ?`);

export const outbox = (db: Db, limit: number, offset: number): Promise<OutboxRow[]> =>
  outboxQuery.all(db, limit, offset);
