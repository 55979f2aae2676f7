import type { Account } from "#db/queries/accounts/accounts.ts";
import { endEmailLinks, openEmailLink } from "#db/queries/accounts/email-links.ts";
import type { Db } from "#db/store/store.ts";
import { type AuthContext, logAuth } from "./auth-context.ts";
import { hashSecret } from "./secrets.ts";
import { sendLink } from "./send-link.ts";

/** Emails a link that confirms the deletion of an account that has no password. Earlier links stop working. */
export const requestDeletion = (authContext: AuthContext, account: Account): Promise<void> =>
  authContext.store.write(async (tx) => {
    await endEmailLinks(tx, account.id, ["erase"]);
    await sendLink(tx, authContext.site, { purpose: "erase", account, mail: "erase" }, authContext.now);
    await logAuth(tx, authContext, "request_account_deletion", account.id);
  });

/** Returns whether the token comes from a valid deletion link for this account and its current email. */
export async function isDeletionLink(db: Db, { id, email }: Account, token: string, now: Date): Promise<boolean> {
  if (token === "" || token.length > 100) return false;
  const link = await openEmailLink(db, hashSecret(token), now);
  return link?.purpose === "erase" && link.accountId === id && link.email === email;
}
