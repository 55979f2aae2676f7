import type { Transporter } from "nodemailer";
import * as z from "zod";
import { isEmailAddress } from "#auth/email-address.ts";
import { type Mail, mailById, markMailSent } from "#db/queries/common/mail.ts";
import refuseMailAddress from "#tools/account/refuse-mail-address.ts";
import { defineJob, type JobKind, PermanentFailure } from "#tools/core/operations/job.ts";

/** Hands one mail over to be delivered; throws where that failed. */
export type SendMail = (mail: Mail) => Promise<void>;

const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };

/** Delivers through an SMTP server (`smtp://user:password@host:587`, `smtps://…`). */
export function smtpSender(smtpUrl: string, from: string): SendMail {
  let transport: Transporter | undefined;
  return async ({ recipient, subject, textBody, htmlBody, replyTo, messageId, unsubscribeUrl }) => {
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
      headers: { "Auto-Submitted": "auto-generated", ...(unsubscribeUrl && oneClick(unsubscribeUrl)) },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/** What mail programs make an unsubscribe button of (RFC 8058 §3.1). */
const oneClick = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

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
    async onDead({ read, finish }, { mailId }, error) {
      const mail = error instanceof AddressRefused ? await mailById(read, mailId) : undefined;
      return mail && finish(refuseMailAddress, { email: mail.recipient, refusal: error.message });
    },
  });

/** The server takes no mail for this address, whatever it says. */
class AddressRefused extends PermanentFailure {}

interface SmtpFailure extends Error {
  responseCode?: number;
  response?: string;
  /** What the server answered so. */
  command?: string;
}

// A 5yz answer says that a repeat would be refused as well (RFC 5321 §4.2.1).
function permanentWhereRefused(error: SmtpFailure): never {
  const { responseCode = 0, response = "", command, message } = error;
  if (responseCode < 500 || responseCode > 599) throw error;
  throw command === "RCPT TO" && !isPolicy(response) ? new AddressRefused(response) : new PermanentFailure(message);
}

// 5.7.x is about who sends, such as a relay that is denied: the address may be fine (RFC 3463 §3.8).
const isPolicy = (response: string) => /^\d{3}[ -]5\.7\./.test(response);
