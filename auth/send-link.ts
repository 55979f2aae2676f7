import { type Account, createEmailLink } from "#db/queries/accounts/accounts.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import type { LinkPurpose } from "#db/schema/vocabulary.ts";
import type { Tx } from "#db/store/store.ts";
import { type LinkMail, linkMail } from "./mails.ts";
import { hashSecret, newSecret } from "./secrets.ts";
import type { MailingSite } from "./tell.ts";

const dayMinutes = 24 * 60;

/**
 * Lives of mailed links, in minutes. Who did not ask for a change may read of it late. Those that anybody may request
 * live for at least an hour, in which only so many are sent.
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
  /** Where the mail goes; the account's address unless it is being changed. */
  email?: string;
  mail: LinkMail;
  newEmail?: string;
  returnTo?: string | null;
  /** When the change was requested that the link is about; now if it is not given. */
  requestedAt?: string;
}

/** Mails a link that works once; only the hash of its secret is kept. */
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
  // An address that nobody has proved may be anybody's: they are not to read what whoever typed it calls themselves.
  const isKnown = email === account.email && account.emailVerifiedAt !== null;
  const link = { name: isKnown ? account.name : "", url: `${site.base}/link?token=${token}`, minutes, newEmail };
  await queueMail(tx, { recipient: email, ...linkMail(mail, site, link) }, now);
}
