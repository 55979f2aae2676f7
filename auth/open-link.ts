import { type Account, accountById, type EmailLink, spendEmailLink } from "#db/queries/accounts/accounts.ts";
import type { Tx } from "#db/store/store.ts";
import { approveEmailChange, finishEmailChange, stopEmailChange } from "./address-change.ts";
import type { AuthContext } from "./auth-context.ts";
import { hashPassword } from "./passwords.ts";
import { confirmAddress, setPassword } from "./people.ts";
import { hashSecret } from "./secrets.ts";
import { type Browser, signIn } from "./sign-in.ts";

export interface OpenedLink {
  account: Account;
  link: EmailLink;
  /** Secret of the session that began; null where the link signs nobody in. */
  session: string | null;
}

/**
 * Spends a link, does what it is for and signs the browser in, but for the links that only prove an address; null where
 * it works no more. A link to reset the password comes with a new one.
 */
export async function openLink(
  authContext: AuthContext,
  browser: Browser,
  token: string,
  password: string | null,
): Promise<OpenedLink | null> {
  const passwordHash = password === null ? null : await hashPassword(password);
  return authContext.store.write(async (tx) => {
    const link = await spendEmailLink(tx, hashSecret(token), authContext.now);
    let account = link && (await follow(tx, authContext, link));
    if (!link || !account) return null;
    if (link.purpose === "reset" && passwordHash !== null) {
      await setPassword(tx, authContext, account, passwordHash, { keepId: null, how: "link" });
      account = { ...account, passwordHash };
    }
    const provesOnly = link.purpose === "change" || link.purpose === "approve";
    return { account, link, session: provesOnly ? null : await signIn(tx, authContext, browser, account, "link") };
  });
}

async function follow(tx: Tx, authContext: AuthContext, link: EmailLink): Promise<Account | null> {
  const account = await accountById(tx, link.accountId);
  if (!account || account.suspendedAt) return null;
  if (link.purpose === "change") return finishEmailChange(tx, authContext, account, link);
  if (link.purpose === "stop") return stopEmailChange(tx, authContext, account, link);
  // A link sent to an address that is no longer the account's proves nothing.
  if (link.email !== account.email) return null;
  if (link.purpose === "approve") await approveEmailChange(tx, authContext, account, link);
  else if (!account.emailVerifiedAt)
    await confirmAddress(tx, authContext, account, link.purpose === "verify" ? account.name : "");
  return account;
}
