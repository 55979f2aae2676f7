import { sealText } from "../../keys/sealed-text.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { enqueue } from "./jobs.ts";

export interface NewMail {
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** The target of the List-Unsubscribe header (RFC 8058). */
  unsubscribeUrl?: string;
  replyTo?: string;
}

export interface MailContent {
  subject: string;
  /** The name after "Hello", or empty. */
  greeting: string;
  paragraphs: string[];
  items?: { title: string; url: string; paragraphs: string[]; code?: string }[];
  /** Code to copy, after the items. */
  code?: string;
  /** The only thing to do, shown as a button. */
  action?: { label: string; url: string };
  closing?: string[];
  /** Why the reader gets this email; by default, because of their account. */
  reason?: string;
  unsubscribeUrl?: string;
  /** Whether the team reads replies. */
  isAnswerable?: boolean;
}

const insertMail = preparedSql<
  { id: number },
  [string, string, string, string, string | null, string | null, string, Date]
>(`
  INSERT INTO mails (recipient, subject, text_body, html_body, unsubscribe_url, reply_to, message_id, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`);

export async function queueMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  const { recipient, subject, unsubscribeUrl, replyTo = null } = mail;
  const messageId = `${crypto.randomUUID()}@slipway`;
  const mailId = await insertMail.value(
    tx,
    recipient,
    subject,
    sealText(tx, mail.textBody, `${messageId}:text`),
    sealText(tx, mail.htmlBody, `${messageId}:html`),
    unsubscribeUrl === undefined ? null : sealText(tx, unsubscribeUrl, `${messageId}:unsubscribe`),
    replyTo,
    messageId,
    now,
  );
  await enqueue(tx, { kind: "mail", key: `mail:${mailId}`, payload: { mailId } }, now);
}

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

export const outbox = preparedSql<OutboxRow, [limit: number, offset: number]>(`
  SELECT m.id, m.recipient, m.subject, m.created_at AS createdAt, m.sent_at AS sentAt, j.id AS jobId, j.state,
    j.last_error AS lastError
  FROM mails m LEFT JOIN jobs j ON j.key = 'mail:' || m.id ORDER BY m.id DESC LIMIT ? OFFSET ?`).all;
