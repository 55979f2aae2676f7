import type { Transporter } from "nodemailer";
import * as z from "zod";
import { isEmailAddress } from "#auth/email-address.ts";
import { type Mail, mailById, markMailSent } from "#db/queries/common/mail-records.ts";
import { count } from "#db/values/counters.ts";
import refuseMailAddress from "#tools/account/refuse-mail-address.ts";
import { handleJob, type Job, PermanentFailure } from "#tools/core/operations/job.ts";
import { outboundRequest } from "./outbound-request.ts";

/** Sends an email. Returns the mail server's response. */
export type SendMail = (mail: Sendable) => Promise<unknown>;

type Sendable = Pick<
  Mail,
  "recipient" | "subject" | "textBody" | "htmlBody" | "replyTo" | "messageId" | "unsubscribeUrl"
>;

// The library is loaded with the first email, which saves memory on servers that send none.
const transportTo = async (url: string, ms: number): Promise<Transporter> =>
  (await import("nodemailer")).createTransport({ url, connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms });

/** Connects to the mail server and signs in. Throws if it cannot. */
export const verifyMailServer = async (url: string, timeoutMs: number): Promise<unknown> =>
  (await transportTo(url, timeoutMs)).verify();

/** Sends emails through the server at `smtpUrl`, such as `smtp://user:password@host:587`. */
export function smtpSender(smtpUrl: string, from: string, timeoutMs = 20_000): SendMail {
  let transport: Transporter | undefined;
  return async ({ recipient, subject, textBody, htmlBody, replyTo, messageId, unsubscribeUrl }) => {
    // nodemailer reads a recipient as a list, so a comma or a line break would add recipients.
    if (!isEmailAddress(recipient)) throw new PermanentFailure("the recipient is not a single email address");
    transport ??= await transportTo(smtpUrl, timeoutMs);
    const { response } = await transport.sendMail({
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
    return response;
  };
}

/** Mail programs show an unsubscribe button for these headers (RFC 8058 §3.1). */
const oneClick = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

const addressOf = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;

/** Without an SMTP server, emails stay in the outbox, where `/dev/mailbox` shows them. */
export const keepInOutbox: SendMail = async () => undefined;

/** A retry after a crash sends the same Message-ID, so receivers can recognise the duplicate. */
export const mailJob = (send: SendMail): Job =>
  handleJob({
    kind: "mail",
    payload: z.object({ mailId: z.int() }),
    concurrency: 4,
    async run({ read, now }, { mailId }) {
      const mail = await mailById(read, mailId);
      if (mail === null)
        throw new PermanentFailure(
          `mail ${mailId} cannot be decrypted: ${read.path}.key is missing or was replaced. Copy the key file of this database there, restart the server and retry this job; without that key, the mail is lost`,
        );
      if (!mail) throw new PermanentFailure(`mail ${mailId} was deleted`);
      if (mail.sentAt) return undefined;
      await outboundRequest("mail", () => send(mail)).catch(permanentWhereRefused);
      count("slipway_mails_sent_total");
      return (tx) => markMailSent(tx, mailId, now);
    },
    async onDead({ read, finish }, { mailId }, error) {
      const mail = error instanceof AddressRefused ? await mailById(read, mailId) : undefined;
      return mail ? finish(refuseMailAddress, { email: mail.recipient, refusal: error.message }) : undefined;
    },
  });

class AddressRefused extends PermanentFailure {}

interface SmtpFailure extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

// A 5yz reply means that a retry would be refused too (RFC 5321 §4.2.1).
function permanentWhereRefused(error: SmtpFailure): never {
  const { responseCode = 0, response = "", command, message } = error;
  if (responseCode < 500 || responseCode > 599) throw error;
  throw command === "RCPT TO" && !isPolicy(response) ? new AddressRefused(response) : new PermanentFailure(message);
}

// Codes 5.7.x often concern the sender, for example if relaying is denied. The recipient may be valid (RFC 3463 §3.8).
const isPolicy = (response: string) => /^\d{3}[ -]5\.7\./.test(response);
