import { type Account, accountById, type EmailLink, spendEmailLink } from "../db/queries/accounts.ts";
import type { Tx } from "../db/store.ts";
import { approveEmailChange, finishEmailChange, stopEmailChange } from "./address-change.ts";
import { confirmAddress } from "./people.ts";
import { hashSecret } from "./secrets.ts";
import type { MailingSite } from "./tell.ts";

export interface OpenedLink {
  account: Account;
  link: EmailLink;
}

/** Spends a link and does what it is for, except signing in and setting a password; null where the link works no more. */
export async function openLink(tx: Tx, site: MailingSite, token: string, now: Date): Promise<OpenedLink | null> {
  const link = await spendEmailLink(tx, hashSecret(token), now);
  const account = link && (await accountById(tx, link.accountId));
  if (!link || !account || account.suspendedAt) return null;
  if (link.purpose === "change") return opened(await finishEmailChange(tx, site, account, link, now), link);
  if (link.purpose === "stop") return opened(await stopEmailChange(tx, site, account, link, now), link);
  // A link sent to an address that is no longer the account's proves nothing.
  if (link.email !== account.email) return null;
  if (link.purpose === "approve") await approveEmailChange(tx, site, account, link, now);
  else if (!account.emailVerifiedAt) await confirmAddress(tx, account, now);
  return { account, link };
}

const opened = (account: Account | null, link: EmailLink): OpenedLink | null => account && { account, link };
