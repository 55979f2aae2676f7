import {
  type Account,
  accountByEmail,
  accountById,
  createAccount,
  createEmailLink,
  deleteSessions,
  type EmailLink,
  type LinkPurpose,
  normalizeEmail,
  spendEmailLink,
  updateAccount,
} from "../db/queries/accounts.ts";
import { audit } from "../db/queries/audit.ts";
import { type MailContent, queueMail } from "../db/queries/mail.ts";
import type { Db } from "../db/store.ts";
import { composeMail, type LinkMail, linkMail } from "./mails.ts";
import { verifyPassword } from "./passwords.ts";
import { hashSecret, newSecret } from "./secrets.ts";

/** Lives of mailed links, in minutes. */
const linkMinutes: Record<LinkPurpose, number> = { verify: 24 * 60, sign_in: 20, reset: 60, change: 24 * 60 };

export interface MailingSite {
  name: string;
  base: string;
}

interface Link {
  purpose: LinkPurpose;
  account: Account;
  /** Where the mail goes; the account's address unless it is being changed. */
  email?: string;
  mail: LinkMail;
  returnTo?: string | null;
}

async function sendLink(
  tx: Db,
  site: MailingSite,
  { purpose, account, email = account.email, mail, returnTo = null }: Link,
  now: Date,
): Promise<void> {
  const token = newSecret();
  const minutes = linkMinutes[purpose];
  const expiresAt = new Date(now.getTime() + minutes * 60_000).toISOString();
  await createEmailLink(
    tx,
    { tokenHash: hashSecret(token), purpose, accountId: account.id, email, returnTo, expiresAt },
    now,
  );
  await queueMail(
    tx,
    {
      recipient: email,
      ...linkMail(mail, site, { name: account.name, url: `${site.base}/link?token=${token}`, minutes }),
    },
    now,
  );
}

/**
 * Signs a person up, or tells them by mail that they have been here before: the caller cannot see which. There is no
 * password yet, so that nobody can prepare an account on another's address and wait for them to confirm it.
 */
export async function signUp(
  tx: Db,
  site: MailingSite,
  person: { email: string; name: string; returnTo: string | null },
  now: Date,
): Promise<void> {
  const known = await accountByEmail(tx, person.email);
  if (known?.suspendedAt) return;
  const account = known ?? (await createAccount(tx, { email: person.email, name: person.name }, now));
  if (!known) await audit(tx, { accountId: account.id, via: "browser", action: "account.create" }, now);
  const purpose = account.emailVerifiedAt ? "sign_in" : "verify";
  await sendLink(
    tx,
    site,
    { purpose, account, mail: purpose === "verify" ? "confirm" : "known", returnTo: person.returnTo },
    now,
  );
}

/** Mails a link to sign in with, or to set a new password with, if there is such an account; the caller cannot see whether. */
export async function mailLink(
  tx: Db,
  site: MailingSite,
  email: string,
  purpose: "sign_in" | "reset",
  returnTo: string | null,
  now: Date,
): Promise<void> {
  const account = await accountByEmail(tx, email);
  if (!account || account.suspendedAt) return;
  await sendLink(tx, site, { purpose, account, mail: purpose, returnTo }, now);
}

/** Mails a link to the new address; nothing changes until it is opened. */
export async function requestEmailChange(
  tx: Db,
  site: MailingSite,
  account: Account,
  newEmail: string,
  now: Date,
): Promise<void> {
  const email = normalizeEmail(newEmail);
  const taken = await accountByEmail(tx, email);
  // An address that is taken gets nothing, and the answer is the same.
  if (!taken) await sendLink(tx, site, { purpose: "change", account, email, mail: "change" }, now);
}

export interface OpenedLink {
  account: Account;
  link: EmailLink;
}

/** Spends a link. The account's address is proved by it; null where the link works no more. */
export async function openLink(tx: Db, site: MailingSite, token: string, now: Date): Promise<OpenedLink | null> {
  const link = await spendEmailLink(tx, hashSecret(token), now);
  const account = link && (await accountById(tx, link.accountId));
  if (!link || !account || account.suspendedAt) return null;
  if (link.purpose === "change") {
    if (await accountByEmail(tx, link.email)) return null;
    await updateAccount(tx, account.id, { email: link.email, emailVerifiedAt: now.toISOString() }, now);
    await tell(
      tx,
      account,
      site,
      {
        subject: "Your address has changed",
        paragraphs: [`Your account now uses ${link.email}. If that was not you, write to us at once.`],
      },
      now,
    );
    return { account: { ...account, email: link.email }, link };
  }
  // A link sent to an address that is no longer the account's proves nothing.
  if (link.email !== account.email) return null;
  if (!account.emailVerifiedAt) await confirmAddress(tx, account, now);
  return { account, link };
}

/** The address is proved for the first time: whatever was set up before that, by whomever, ends. */
export async function confirmAddress(tx: Db, account: Account, now: Date): Promise<void> {
  await updateAccount(tx, account.id, { emailVerifiedAt: now.toISOString(), passwordHash: null }, now);
  await deleteSessions(tx, account.id, { keepId: null });
}

/** The account of an address and password, or null. Takes as long either way. */
export async function accountByPassword(db: Db, email: string, password: string): Promise<Account | null> {
  const account = await accountByEmail(db, email);
  const isRight = await verifyPassword(password, account?.passwordHash);
  return isRight && account?.emailVerifiedAt && !account.suspendedAt ? account : null;
}

/** Sets a password that has been proved to be wanted, ends sessions and tells the person by mail. */
export async function setPassword(
  tx: Db,
  site: MailingSite,
  account: Account,
  passwordHash: string,
  { keepId }: { keepId: number | null },
  now: Date,
): Promise<void> {
  await updateAccount(tx, account.id, { passwordHash }, now);
  await deleteSessions(tx, account.id, { keepId });
  const mail = {
    subject: "Your password has changed",
    paragraphs: ["A new password was set for your account. If that was not you, set another one at once."],
    action: { label: "Set a new password", url: `${site.base}/reset-password` },
  };
  await tell(tx, account, site, mail, now);
}

// Goes to the address the account had, so that its owner hears of what someone else may have done.
const tell = (tx: Db, account: Account, site: MailingSite, mail: Omit<MailContent, "greeting">, now: Date) =>
  queueMail(tx, { recipient: account.email, ...composeMail(site, { ...mail, greeting: account.name }) }, now);
