import {
  type Account,
  accountByEmail,
  createAccount,
  keysOfAccount,
  updateAccount,
} from "#db/queries/accounts/accounts.ts";
import { deleteSessions, revokeApiKeys, unopenedLinks } from "#db/queries/accounts/credentials.ts";
import { grantsOfAccount, revokeGrants } from "#db/queries/accounts/oauth.ts";
import { deletePasskeys, passkeysOfAccount } from "#db/queries/accounts/passkeys.ts";
import { replacePassword } from "#db/queries/accounts/replace-password.ts";
import { logChange } from "#db/queries/common/audit-log.ts";
import { deleteWebhooksOf, webhooksOfAccount } from "#db/queries/webhooks/webhooks.ts";
import type { LinkPurpose } from "#db/schema/vocabulary.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import type { MailingSite } from "./mails.ts";
import { notify } from "./notify.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { sendLink } from "./send-link.ts";

/**
 * Creates an account if the email is new, and emails a link to confirm it. If a confirmed account has this email, the
 * link signs its owner in instead. The caller sees no difference. `admit` throws if the rules, which may have changed
 * since the request, refuse a new person. A new account has no password, so nobody can prepare an account with someone
 * else's email and wait until that person confirms it.
 */
export async function signUp(
  tx: Tx,
  site: MailingSite,
  person: { email: string; name: string; returnTo: string | null; signUpNetwork: string | null },
  admit: () => Promise<void>,
  now: Date,
): Promise<void> {
  const { email, name, signUpNetwork } = person;
  const known = await accountByEmail(tx, email);
  if (known?.suspendedAt) return;
  if (!known) await admit();
  const account = known ?? (await createAccount(tx, { email, name, signUpNetwork }, now));
  const by = { accountId: account.id, siteId: null, via: "browser" };
  // People who sign up with the same unconfirmed email may give different names. The account then keeps no name.
  if (known && !known.emailVerifiedAt && known.name !== name) await updateAccount(tx, known.id, { name: "" }, now);
  if (!known) await logChange(tx, { ...by, action: "create_account", subjects: [`account:${account.id}`] }, now);
  const purpose = account.emailVerifiedAt ? "sign_in" : "verify";
  if (await hasEnoughLinks(tx, account.id, purpose, now)) return;
  const mail = purpose === "verify" ? "confirm" : "existing_account";
  await sendLink(tx, site, { purpose, account, mail, returnTo: person.returnTo }, now);
}

const maxLinksPerHour = 3;

/**
 * Returns whether the account has reached the hourly limit on links. Its mailbox then contains a working link for this
 * purpose, so other people's requests cannot lock the owner out. Opened links do not count, because only the owner can
 * open them.
 */
async function hasEnoughLinks(tx: Tx, accountId: number, purpose: LinkPurpose, now: Date): Promise<boolean> {
  const { all, alike } = await unopenedLinks(tx, accountId, purpose, new Date(now.getTime() - 3_600_000));
  return all >= maxLinksPerHour && alike > 0;
}

/** Emails a link to sign in or to set a new password, if the account exists. The caller sees no difference. */
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
 * Marks the email as confirmed and ends all access that was set up before the confirmation. `name` becomes the
 * account's name. Callers pass an empty name if a stranger may have chosen it.
 */
export async function confirmEmail(
  tx: Tx,
  authContext: AuthContext,
  { id, email }: Account,
  name: string,
): Promise<void> {
  const { now } = authContext;
  await updateAccount(tx, id, { name, emailVerifiedAt: now.toISOString(), passwordHash: null }, now);
  await deleteSessions(tx, id, null);
  await deletePasskeys(tx, id, { since: "" });
  await revokeApiKeys(tx, id, now, "");
  await revokeGrants(tx, id, "set up before the email was confirmed", now);
  await deleteWebhooksOf(tx, id, "");
  await logAuth(tx, authContext, "confirm_address", id);
  await welcome(tx, authContext, { email, name });
}

/** The email after an account's email address is confirmed for the first time. */
export const welcome = (tx: Tx, { site, now }: AuthContext, account: Pick<Account, "email" | "name">): Promise<void> =>
  notify(
    tx,
    account,
    site,
    {
      subject: "Your account is ready",
      paragraphs: [
        "Your email address is confirmed, and your account is ready. You can now vote for products and follow them.",
        "Do you have a product of your own? Enter its URL, and we write a draft of its page from its website. You review the draft before anything becomes public.",
      ],
      action: { label: "Submit a product", url: `${site.base}/submit` },
    },
    now,
  );

/** Returns the account for an email and password, or null. The function takes equally long in both cases. */
export async function accountByPassword(db: Db, email: string, password: string): Promise<Account | null> {
  const account = await accountByEmail(db, email);
  const isRight = await verifyPassword(password, account?.passwordHash);
  return isRight && account?.emailVerifiedAt && !account.suspendedAt ? account : null;
}

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

/** Sets a password, ends sessions and pending links, and notifies the owner. Callers must verify the owner first. */
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
  const { passkeys, others } = await otherAccess(tx, account.id, now);
  const access = [...passkeys, ...others];
  const mail = {
    subject: "Your password has changed",
    paragraphs: [
      "A new password was set for your account. If this was not you, set another password immediately.",
      access.length === 0
        ? "No passkeys, API keys, apps or webhooks have access to your account."
        : `The following still have access to your account and do not need the password: ${access.join(", ")}. You can revoke their access at ${site.base}/account#access.`,
    ],
    action: { label: "Set a new password", url: `${site.base}/reset-password` },
  };
  await notify(tx, account, site, mail, now);
}

/** Returns readable descriptions of an account's passkeys, active API keys, connected apps and webhooks. */
export async function otherAccess(
  db: Db,
  accountId: number,
  now: Date,
): Promise<{ passkeys: string[]; others: string[] }> {
  const stamp = now.toISOString();
  const passkeys = await passkeysOfAccount(db, accountId);
  const keys = (await keysOfAccount(db, accountId)).filter(({ expiresAt }) => expiresAt === null || expiresAt > stamp);
  const apps = await grantsOfAccount(db, accountId);
  const webhooks = await webhooksOfAccount(db, accountId);
  return {
    passkeys: passkeys.map(({ name }) => `the passkey “${name}”`),
    others: [
      ...keys.map(({ name }) => `the API key “${name}”`),
      ...apps.map(({ metadata }) => `the app ${metadata.client_name}`),
      ...webhooks.map(({ shownUrl }) => `the webhook ${shownUrl}`),
    ],
  };
}
