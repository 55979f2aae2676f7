import {
  type Account,
  accountByEmail,
  createAccount,
  deleteSessions,
  keysOfAccount,
  revokeApiKeys,
  updateAccount,
} from "#db/queries/accounts/accounts.ts";
import { unopenedLinks } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount, revokeGrants } from "#db/queries/accounts/oauth.ts";
import { replacePassword } from "#db/queries/accounts/replace-password.ts";
import { logChange } from "#db/queries/common/audit-log.ts";
import type { LinkPurpose } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { type MailingSite, notify } from "./notify.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { sendLink } from "./send-link.ts";

/**
 * Signs a person up, or tells them by mail that they have been here before: the caller cannot see which. There is no
 * password yet, so that nobody can prepare an account on another's address and wait for them to confirm it.
 */
export async function signUp(
  tx: Tx,
  site: MailingSite,
  person: { email: string; name: string; returnTo: string | null },
  now: Date,
): Promise<void> {
  const known = await accountByEmail(tx, person.email);
  if (known?.suspendedAt) return;
  const account = known ?? (await createAccount(tx, { email: person.email, name: person.name }, now));
  const by = { accountId: account.id, siteId: null, via: "browser" };
  // Either of two people who signed up with one unproved email may be the one who opens a link.
  if (known && !known.emailVerifiedAt && known.name !== person.name)
    await updateAccount(tx, known.id, { name: "" }, now);
  if (!known) await logChange(tx, { ...by, action: "create_account", subjects: [`account:${account.id}`] }, now);
  const purpose = account.emailVerifiedAt ? "sign_in" : "verify";
  if (await hasEnoughLinks(tx, account.id, purpose, now)) return;
  await sendLink(
    tx,
    site,
    { purpose, account, mail: purpose === "verify" ? "confirm" : "known", returnTo: person.returnTo },
    now,
  );
}

const maxLinksPerHour = 3;

/**
 * Returns whether an account got as many links in the last hour as anybody may request, and has one of this purpose. Links live
 * for at least an hour, so a link that still works is in the mailbox: no other network can lock the person out. Links
 * that were opened do not count, because only the person can open them.
 */
async function hasEnoughLinks(tx: Tx, accountId: number, purpose: LinkPurpose, now: Date): Promise<boolean> {
  const { all, alike } = await unopenedLinks(tx, accountId, purpose, new Date(now.getTime() - 3_600_000));
  return all >= maxLinksPerHour && alike > 0;
}

/** Mails a link to sign in with, or to set a new password with, if there is such an account; the caller cannot see whether. */
export async function mailLink(
  tx: Tx,
  site: MailingSite,
  email: string,
  purpose: "sign_in" | "reset",
  returnTo: string | null,
  now: Date,
): Promise<void> {
  const account = await accountByEmail(tx, email);
  if (!account || account.suspendedAt || (await hasEnoughLinks(tx, account.id, purpose, now))) return;
  await sendLink(tx, site, { purpose, account, mail: purpose, returnTo }, now);
}

/**
 * The address is proved for the first time: whatever was set up before that, by whomever, ends. So does the name, unless
 * the proof is the link that was mailed for the sign-up with this name.
 */
export async function confirmAddress(tx: Tx, authContext: AuthContext, { id }: Account, name: string): Promise<void> {
  const { now } = authContext;
  await updateAccount(tx, id, { name, emailVerifiedAt: now.toISOString(), passwordHash: null }, now);
  await deleteSessions(tx, id, { keepId: null });
  await revokeApiKeys(tx, id, now);
  await revokeGrants(tx, id, "set up before the email was confirmed", now);
  await logAuth(tx, authContext, "confirm_address", id);
}

/** The account of an address and password, or null. Takes as long either way. */
export async function accountByPassword(db: Db, email: string, password: string): Promise<Account | null> {
  const account = await accountByEmail(db, email);
  const isRight = await verifyPassword(password, account?.passwordHash);
  return isRight && account?.emailVerifiedAt && !account.suspendedAt ? account : null;
}

/** Sets a password that a signed-in browser asks for, and returns the account as it is then. */
export async function changePassword(
  authContext: AuthContext,
  account: Account,
  password: string,
  { keepId }: { keepId: number },
): Promise<Account> {
  const passwordHash = await hashPassword(password);
  await authContext.store.write((tx) =>
    setPassword(tx, authContext, account, passwordHash, { keepId, how: "account" }),
  );
  return { ...account, passwordHash };
}

/** Sets a password that has been proved to be wanted, ends sessions and pending links, and tells the person by mail. */
export async function setPassword(
  tx: Tx,
  authContext: AuthContext,
  account: Account,
  passwordHash: string,
  { keepId, how }: { keepId: number | null; how: "account" | "link" },
): Promise<void> {
  const { site, now } = authContext;
  await replacePassword(tx, account.id, { passwordHash }, { keepId }, now);
  await logAuth(tx, authContext, "set_account_password", account.id, { after: { how } });
  const access = await otherAccess(tx, account.id, now);
  const mail = {
    subject: "Your password has changed",
    paragraphs: [
      "A new password was set for your account. If that was not you, set another one at once.",
      access.length === 0
        ? "No API key and no app opens your account."
        : `These open your account without the password and still work: ${access.join(", ")}. You can end all of them at once at ${site.base}/account#access.`,
    ],
    action: { label: "Set a new password", url: `${site.base}/reset-password` },
  };
  await notify(tx, account, site, mail, now);
}

/** What opens an account besides its password and mailbox, in words: living keys and connected apps. */
export async function otherAccess(db: Db, accountId: number, now: Date): Promise<string[]> {
  const stamp = now.toISOString();
  const keys = (await keysOfAccount(db, accountId)).filter(({ expiresAt }) => expiresAt === null || expiresAt > stamp);
  const apps = await grantsOfAccount(db, accountId);
  return [
    ...keys.map(({ name }) => `the API key “${name}”`),
    ...apps.map(({ metadata }) => `the app ${metadata.client_name}`),
  ];
}
