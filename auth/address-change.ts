import {
  type Account,
  accountByEmail,
  deleteSessions,
  deleteUnproved,
  type EmailLink,
  endEmailLinks,
  normalizeEmail,
  unlinkIdentities,
  updateAccount,
} from "../db/queries/accounts.ts";
import type { Tx } from "../db/store.ts";
import { pendingPurposes } from "./pending-links.ts";
import { sendLink } from "./send-link.ts";
import { type MailingSite, tell } from "./tell.ts";

/**
 * How an account gets another address: where it has no password, its present address approves first; then the new
 * address proves itself. The present one is told at each step, with a link that stops all of it, also afterwards.
 */
export async function requestEmailChange(
  tx: Tx,
  site: MailingSite,
  account: Account,
  newEmail: string,
  now: Date,
): Promise<void> {
  const email = normalizeEmail(newEmail);
  await cancelEmailChange(tx, account.id);
  if (account.passwordHash === null)
    return sendLink(tx, site, { purpose: "approve", account, mail: "approve", newEmail: email }, now);
  await askNewAddress(tx, site, account, email, now);
  await sendLink(tx, site, { purpose: "stop", account, mail: "change_asked", newEmail: email }, now);
}

/** The present address allows the change: now the new one is asked. */
export async function approveEmailChange(
  tx: Tx,
  site: MailingSite,
  account: Account,
  { newEmail }: EmailLink,
  now: Date,
): Promise<void> {
  await cancelEmailChange(tx, account.id);
  await askNewAddress(tx, site, account, newEmail!, now);
}

// An address that has an account already is told so in place of a link; whoever asked cannot see which it was.
async function askNewAddress(tx: Tx, site: MailingSite, account: Account, email: string, now: Date): Promise<void> {
  const mail = (await accountByEmail(tx, email)) ? "change_taken" : "change";
  await sendLink(tx, site, { purpose: "change", account, email, mail }, now);
}

/** Ends a change that has not been made; without one nothing happens. */
export const cancelEmailChange = (tx: Tx, accountId: number): Promise<void> =>
  endEmailLinks(tx, accountId, ["approve", "change"]);

/** The new address is proved. Null where another account has taken it meanwhile. */
export async function finishEmailChange(
  tx: Tx,
  site: MailingSite,
  account: Account,
  { email }: EmailLink,
  now: Date,
): Promise<Account | null> {
  if (await accountByEmail(tx, email)) return null;
  await updateAccount(tx, account.id, { email, emailVerifiedAt: now.toISOString() }, now);
  await endEmailLinks(tx, account.id, pendingPurposes);
  await sendLink(tx, site, { purpose: "stop", account, mail: "changed", newEmail: email }, now);
  return { ...account, email };
}

/**
 * The owner of the address from before did not want the change. The account goes back to it, and whatever whoever asked
 * for the change may sign in with ends: browsers, password, links, identities joined since. Null where the address is
 * another account's by now.
 */
export async function stopEmailChange(
  tx: Tx,
  site: MailingSite,
  account: Account,
  { email, createdAt }: EmailLink,
  now: Date,
): Promise<Account | null> {
  if (email !== account.email) {
    // Signing up with the address again must not bar the way back.
    await deleteUnproved(tx, email);
    if (await accountByEmail(tx, email)) return null;
  }
  const restored = { email, emailVerifiedAt: now.toISOString(), passwordHash: null };
  await updateAccount(tx, account.id, restored, now);
  await endEmailLinks(tx, account.id, [...pendingPurposes, "stop"]);
  await deleteSessions(tx, account.id, { keepId: null });
  await unlinkIdentities(tx, account.id, createdAt);
  if (email !== account.email)
    await tell(
      tx,
      account,
      site,
      {
        subject: "Your address was changed back",
        paragraphs: [`The owner of ${email} has stopped the change. This address opens the account no more.`],
      },
      now,
    );
  return { ...account, ...restored };
}
