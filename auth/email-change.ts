import { endAccountInvite } from "#db/queries/accounts/account-invites.ts";
import {
  type Account,
  accountByEmail,
  deleteUnproved,
  normalizeEmail,
  updateAccount,
} from "#db/queries/accounts/accounts.ts";
import {
  deleteIdentitiesSince,
  deleteSessions,
  firstStoppable,
  revokeApiKeys,
} from "#db/queries/accounts/credentials.ts";
import { type EmailLink, endEmailLinks } from "#db/queries/accounts/email-links.ts";
import { type Grant, revokeGrants } from "#db/queries/accounts/oauth.ts";
import { deletePasskeys } from "#db/queries/accounts/passkeys.ts";
import { pendingPurposes } from "#db/queries/accounts/replace-password.ts";
import { deleteWebhooksOf } from "#db/queries/webhooks/webhooks.ts";
import type { Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import type { MailingSite } from "./mails.ts";
import { notify } from "./notify.ts";
import { sendLink } from "./send-link.ts";

/**
 * Starts a change of an account's email. If the account has no password, the change must first be approved from the
 * current email. The new email must then be confirmed. A link sent to the current email can stop the change, or reverse
 * it after it has been made.
 */
export const requestEmailChange = (authContext: AuthContext, account: Account, newEmail: string): Promise<void> =>
  authContext.store.write(async (tx) => {
    const { site, now } = authContext;
    const email = normalizeEmail(newEmail);
    await endPendingChange(tx, account.id);
    if (account.passwordHash === null)
      await sendLink(tx, site, { purpose: "approve", account, mail: "approve", newEmail: email }, now);
    else {
      await mailNewEmail(tx, site, { account, email }, now);
      await sendLink(tx, site, { purpose: "stop", account, mail: "change_requested", newEmail: email }, now);
    }
    await logAuth(tx, authContext, "request_address_change", account.id, { after: { new_email: email } });
  });

/** Records the approval from the current email and sends the confirmation link to the new one. */
export async function approveEmailChange(
  tx: Tx,
  authContext: AuthContext,
  account: Account,
  { newEmail, createdAt }: EmailLink,
): Promise<void> {
  await endPendingChange(tx, account.id);
  await mailNewEmail(tx, authContext.site, { account, email: newEmail!, requestedAt: createdAt }, authContext.now);
  await logAuth(tx, authContext, "approve_address_change", account.id, { after: { new_email: newEmail } });
}

// Sends the confirmation link. If another account already uses the new email, its owner gets an email without a link
// instead. The requester sees no difference.
async function mailNewEmail(
  tx: Tx,
  site: MailingSite,
  change: { account: Account; email: string; requestedAt?: string },
  now: Date,
): Promise<void> {
  const mail = (await accountByEmail(tx, change.email)) ? "email_in_use" : "change";
  await sendLink(tx, site, { ...change, purpose: "change", mail }, now);
}

const endPendingChange = (tx: Tx, accountId: number): Promise<number> =>
  endEmailLinks(tx, accountId, ["approve", "change"]);

export const cancelEmailChange = (authContext: AuthContext, accountId: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    if ((await endPendingChange(tx, accountId)) > 0) await logAuth(tx, authContext, "cancel_address_change", accountId);
  });

/** Changes the email once the new one has been confirmed. Returns null if another account now uses the new one. */
export async function finishEmailChange(
  tx: Tx,
  authContext: AuthContext,
  account: Account,
  { email, createdAt: requestedAt }: EmailLink,
): Promise<Account | null> {
  const { site, now } = authContext;
  if (await accountByEmail(tx, email)) return null;
  await updateAccount(tx, account.id, { email, emailVerifiedAt: now.toISOString() }, now);
  // The invitation to register was for this account, so it must not admit a second one.
  await endAccountInvite(tx, account.email);
  await endEmailLinks(tx, account.id, pendingPurposes);
  await sendLink(tx, site, { purpose: "stop", account, mail: "changed", newEmail: email, requestedAt }, now);
  await logAuth(tx, authContext, "change_address", account.id, {
    before: { email: account.email },
    after: { email },
  });
  return { ...account, email };
}

/**
 * Restores the previous email and ends all access that the requester of the change could use. Returns null if another
 * account now uses the previous email.
 */
export async function stopEmailChange(
  tx: Tx,
  authContext: AuthContext,
  account: Account,
  { email, createdAt }: EmailLink,
): Promise<Account | null> {
  const { site, now } = authContext;
  const earlier = await firstStoppable(tx, account.id, email);
  const since = earlier !== null && earlier < createdAt ? earlier : createdAt;
  if (email !== account.email) {
    // An unconfirmed sign-up with the previous email must not block the restoration of that email.
    await deleteUnproved(tx, email);
    if (await accountByEmail(tx, email)) return null;
  }
  const restored = { email, emailVerifiedAt: now.toISOString(), passwordHash: null };
  await updateAccount(tx, account.id, restored, now);
  await endEmailLinks(tx, account.id, [...pendingPurposes, "stop"]);
  await deleteSessions(tx, account.id, null);
  await deleteIdentitiesSince(tx, account.id, since);
  const passkeys = await deletePasskeys(tx, account.id, { since });
  const keys = await revokeApiKeys(tx, account.id, now, since);
  const isRecent = (grant: Grant) => grant.createdAt >= since;
  const grants = await revokeGrants(tx, account.id, "change of email stopped", now, isRecent);
  const webhooks = await deleteWebhooksOf(tx, account.id, since);
  const mail = {
    subject: "Your email address was changed back",
    paragraphs: [
      `The owner of ${email} stopped the change to the account's email address. You can no longer sign in to the account with the address that received this email.`,
    ],
  };
  if (email !== account.email) await notify(tx, account, site, mail, now);
  await logAuth(tx, authContext, "stop_address_change", account.id, {
    subjects: [
      `account:${account.id}`,
      ...passkeys.map(({ id }) => `passkey:${id}` as const),
      ...keys.map((id) => `key:${id}` as const),
      ...grants.map(({ clientId }) => `app:${clientId}` as const),
      ...webhooks.map((id) => `webhook:${id}` as const),
    ],
    before: { email: account.email },
    after: { email },
  });
  return { ...account, ...restored };
}
