import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import { type EmailLink, spendEmailLink } from "#db/queries/accounts/email-links.ts";
import type { Tx } from "#db/store/store.ts";
import type { AuthContext } from "./auth-context.ts";
import { approveEmailChange, finishEmailChange, stopEmailChange } from "./email-change.ts";
import { hashPassword } from "./passwords.ts";
import { confirmEmail, setPassword } from "./people.ts";
import { hashSecret } from "./secrets.ts";
import { type Browser, signIn } from "./sign-in.ts";

export interface OpenedLink {
  account: Account;
  link: EmailLink;
  /** The new session's secret, or null if the link does not sign anyone in. */
  session: string | null;
}

/**
 * Uses up a mailed link and performs its action. Signs the browser in, except for links that only confirm an email.
 * Returns null if the link is no longer valid. `password` is the new password, for a reset link.
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
    let account = link && (await applyLink(tx, authContext, link));
    if (!link || !account) return null;
    if (link.purpose === "reset" && passwordHash !== null) {
      await setPassword(tx, authContext, account, passwordHash, { keepId: null, how: "link" });
      account = { ...account, passwordHash };
    }
    const onlyConfirms = link.purpose === "change" || link.purpose === "approve";
    return { account, link, session: onlyConfirms ? null : await signIn(tx, authContext, browser, account, "link") };
  });
}

async function applyLink(tx: Tx, authContext: AuthContext, link: EmailLink): Promise<Account | null> {
  const account = await accountById(tx, link.accountId);
  if (!account || account.suspendedAt) return null;
  if (link.purpose === "change") return finishEmailChange(tx, authContext, account, link);
  if (link.purpose === "stop") return stopEmailChange(tx, authContext, account, link);
  // A link proves nothing if the account's email has changed since the link was sent.
  if (link.email !== account.email) return null;
  if (link.purpose === "approve") await approveEmailChange(tx, authContext, account, link);
  else if (!account.emailVerifiedAt)
    await confirmEmail(tx, authContext, account, link.purpose === "verify" ? account.name : "");
  return account;
}
