import type { Account } from "#db/queries/accounts/accounts.ts";
import { type MailContent, queueMail } from "#db/queries/common/mail.ts";
import type { Tx } from "#db/store/store.ts";
import { composeMail, type MailingSite } from "./mails.ts";
import { scopeLabel } from "./scopes.ts";

export const notify = (
  tx: Tx,
  account: Pick<Account, "email" | "name">,
  site: MailingSite,
  mail: Omit<MailContent, "greeting">,
  now: Date,
): Promise<void> =>
  queueMail(tx, { recipient: account.email, ...composeMail(site, { ...mail, greeting: account.name }) }, now);

export const notifyOfApp = (
  tx: Tx,
  account: Account,
  site: MailingSite,
  { name, scopes }: { name: string; scopes: string[] },
  now: Date,
): Promise<void> => {
  const mail = {
    subject: "An app was connected to your account",
    paragraphs: [`${name} now has access to your account. The app can:`, ...scopes.map(scopeLabel)],
    action: { label: "Manage connected apps", url: `${site.base}/account/apps` },
    closing: ["If this was not you, disconnect the app in your account and set a new password."],
  };
  return notify(tx, account, site, mail, now);
};
