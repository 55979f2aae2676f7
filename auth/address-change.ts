import {
  type Account,
  accountByEmail,
  deleteSessions,
  deleteUnproved,
  type EmailLink,
  endEmailLinks,
  normalizeEmail,
  revokeApiKeys,
  unlinkIdentities,
  updateAccount,
} from "#db/queries/accounts/accounts.ts";
import { firstStoppable } from "#db/queries/accounts/credentials.ts";
import { revokeGrants } from "#db/queries/accounts/oauth.ts";
import { pendingPurposes } from "#db/queries/accounts/replace-password.ts";
import type { Tx } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { type MailingSite, notify } from "./notify.ts";
import { sendLink } from "./send-link.ts";

/**
 * How an account gets another address: where it has no password, its present address approves first; then the new
 * address proves itself. The present one is told at each step, with a link that stops all of it, also afterwards.
 */
export const requestEmailChange = (authContext: AuthContext, account: Account, newEmail: string): Promise<void> =>
  authContext.store.write(async (tx) => {
    const { site, now } = authContext;
    const email = normalizeEmail(newEmail);
    await endPendingChange(tx, account.id);
    if (account.passwordHash === null)
      await sendLink(tx, site, { purpose: "approve", account, mail: "approve", newEmail: email }, now);
    else {
      await askNewAddress(tx, site, { account, email }, now);
      await sendLink(tx, site, { purpose: "stop", account, mail: "change_asked", newEmail: email }, now);
    }
    await logAuth(tx, authContext, "request_address_change", account.id, { after: { new_email: email } });
  });

/** The present address allows the change: now the new one is asked. */
export async function approveEmailChange(
  tx: Tx,
  authContext: AuthContext,
  account: Account,
  { newEmail, createdAt }: EmailLink,
): Promise<void> {
  await endPendingChange(tx, account.id);
  await askNewAddress(tx, authContext.site, { account, email: newEmail!, requestedAt: createdAt }, authContext.now);
  await logAuth(tx, authContext, "approve_address_change", account.id, { after: { new_email: newEmail } });
}

// An address that has an account already is told so in place of a link; whoever asked cannot see which it was.
async function askNewAddress(
  tx: Tx,
  site: MailingSite,
  change: { account: Account; email: string; requestedAt?: string },
  now: Date,
): Promise<void> {
  const mail = (await accountByEmail(tx, change.email)) ? "change_taken" : "change";
  await sendLink(tx, site, { ...change, purpose: "change", mail }, now);
}

const endPendingChange = (tx: Tx, accountId: number): Promise<number> =>
  endEmailLinks(tx, accountId, ["approve", "change"]);

/** Ends a change that has not been made; without one nothing happens. */
export const cancelEmailChange = (authContext: AuthContext, accountId: number): Promise<void> =>
  authContext.store.write(async (tx) => {
    if ((await endPendingChange(tx, accountId)) > 0) await logAuth(tx, authContext, "cancel_address_change", accountId);
  });

/** The new address is proved. Null where another account has taken it meanwhile. */
export async function finishEmailChange(
  tx: Tx,
  authContext: AuthContext,
  account: Account,
  { email, createdAt: requestedAt }: EmailLink,
): Promise<Account | null> {
  const { site, now } = authContext;
  if (await accountByEmail(tx, email)) return null;
  await updateAccount(tx, account.id, { email, emailVerifiedAt: now.toISOString() }, now);
  await endEmailLinks(tx, account.id, pendingPurposes);
  await sendLink(tx, site, { purpose: "stop", account, mail: "changed", newEmail: email, requestedAt }, now);
  await logAuth(tx, authContext, "change_address", account.id, {
    before: { email: account.email },
    after: { email },
  });
  return { ...account, email };
}

/**
 * The owner of the address from before did not want the change. The account goes back to it, and whatever whoever asked
 * for the change may sign in with ends: browsers, password, links, and the identities, API keys and apps added since
 * the request. Null where the address is another account's by now.
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
    // Signing up with the address again must not bar the way back.
    await deleteUnproved(tx, email);
    if (await accountByEmail(tx, email)) return null;
  }
  const restored = { email, emailVerifiedAt: now.toISOString(), passwordHash: null };
  await updateAccount(tx, account.id, restored, now);
  await endEmailLinks(tx, account.id, [...pendingPurposes, "stop"]);
  await deleteSessions(tx, account.id, { keepId: null });
  await unlinkIdentities(tx, account.id, since);
  const keys = await revokeApiKeys(tx, account.id, now, since);
  const grants = await revokeGrants(
    tx,
    account.id,
    "change of email stopped",
    now,
    (grant) => grant.createdAt >= since,
  );
  if (email !== account.email)
    await notify(
      tx,
      account,
      site,
      {
        subject: "Your address was changed back",
        paragraphs: [`The owner of ${email} has stopped the change. This address opens the account no more.`],
      },
      now,
    );
  await logAuth(tx, authContext, "stop_address_change", account.id, {
    subjects: [
      `account:${account.id}`,
      ...keys.map((id) => `key:${id}` as const),
      ...grants.map(({ clientId }) => `app:${clientId}` as const),
    ],
    before: { email: account.email },
    after: { email },
  });
  return { ...account, ...restored };
}
