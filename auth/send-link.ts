import type { Account } from "#db/queries/accounts/accounts.ts";
import { createEmailLink } from "#db/queries/accounts/email-links.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import type { LinkPurpose } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { type LinkMail, linkMail, type MailingSite } from "./mails.ts";
import { submittedHost } from "./return-to.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const dayMinutes = 24 * 60;

/**
 * Lifetimes in minutes. Links that anyone can request must last at least an hour, because people.ts limits the links
 * per hour.
 */
const linkMinutes: Record<LinkPurpose, number> = {
  verify: dayMinutes,
  sign_in: 60,
  reset: 60,
  approve: dayMinutes,
  change: dayMinutes,
  stop: 7 * dayMinutes,
  erase: 60,
};

interface Link {
  purpose: LinkPurpose;
  account: Account;
  /** The recipient, by default the account's email. */
  email?: string;
  mail: LinkMail;
  newEmail?: string;
  returnTo?: string | null;
  /** The time when the change of email was requested; by default, now. */
  requestedAt?: string;
}

/** Emails a link that works once. Only the hash of its token is stored. */
export async function sendLink(
  tx: Tx,
  site: MailingSite,
  { purpose, account, email = account.email, mail, newEmail, returnTo = null, requestedAt }: Link,
  now: Date,
): Promise<void> {
  const token = newSecret();
  const minutes = linkMinutes[purpose];
  const expiresAt = new Date(now.getTime() + minutes * 60_000).toISOString();
  await createEmailLink(tx, {
    tokenHash: hashSecret(token),
    purpose,
    accountId: account.id,
    email,
    newEmail: purpose === "approve" ? newEmail! : null,
    returnTo,
    createdAt: requestedAt ?? now.toISOString(),
    expiresAt,
  });
  // An unconfirmed email may belong to a stranger, who must not read a name that the requester chose.
  const isKnown = email === account.email && account.emailVerifiedAt !== null;
  const url = `${site.base}/link?token=${token}`;
  const link = { name: isKnown ? account.name : "", url, minutes, newEmail, host: submittedHost(returnTo) };
  await queueMail(tx, { recipient: email, ...linkMail(mail, site, link) }, now);
}
