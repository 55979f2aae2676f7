import type { Transporter } from "nodemailer";
import * as z from "zod";
import { isEmailAddress } from "../../auth/email-address.ts";
import { type Mail, mailById, markMailSent } from "../../db/queries/mail.ts";
import { defineJob, type JobKind, PermanentFailure } from "../../tools/core/job.ts";

/** Hands one mail over to be delivered; throws where that failed. */
export type SendMail = (mail: Mail) => Promise<void>;

const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };

/** Delivers through an SMTP server (`smtp://user:password@host:587`, `smtps://…`). */
export function smtpSender(smtpUrl: string, from: string): SendMail {
  let transport: Transporter | undefined;
  return async ({ recipient, subject, textBody, htmlBody, replyTo, messageId }) => {
    // nodemailer reads an address as a list: a comma or line break in it would add recipients.
    if (!isEmailAddress(recipient)) throw new PermanentFailure("the recipient is not one mail address");
    // Where no mail is sent, its library takes no memory.
    transport ??= (await import("nodemailer")).createTransport({ url: smtpUrl, ...timeouts });
    await transport.sendMail({
      from,
      to: { name: "", address: recipient },
      envelope: { from: addressOf(from), to: [recipient] },
      subject,
      text: textBody,
      html: htmlBody,
      ...(replyTo !== null && { replyTo: { name: "", address: replyTo } }),
      messageId: `<${messageId}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** Without a mail server mails stay in the outbox, where `/dev/mailbox` shows them. */
export const keepInOutbox: SendMail = async () => undefined;

/**
 * The job that delivers a mail of the outbox. A repeat after a crash between delivery and commit sends the same
 * Message-ID again, by which receivers recognise it.
 */
export const mailJob = (send: SendMail): JobKind =>
  defineJob({
    kind: "mail",
    payload: z.object({ mailId: z.int() }),
    concurrency: 4,
    async run({ read, now }, { mailId }) {
      const mail = await mailById(read, mailId);
      if (!mail) throw new PermanentFailure(`mail ${mailId} is gone`);
      if (mail.sentAt) return undefined;
      await send(mail).catch(permanentWhereRefused);
      return (tx) => markMailSent(tx, mailId, now);
    },
  });

// A 5yz answer says that a repeat would be refused as well (RFC 5321 §4.2.1).
function permanentWhereRefused(error: unknown): never {
  const code = (error as { responseCode?: number }).responseCode ?? 0;
  if (code >= 500 && code < 600) throw new PermanentFailure((error as Error).message);
  throw error;
}
