import type { Account } from "#db/queries/accounts/accounts.ts";
import { type MailContent, queueMail } from "#db/queries/common/mail.ts";
import type { Tx } from "#db/store/store.ts";
import { composeMail } from "./mails.ts";
import { scopeWords } from "./scopes.ts";

/** The site in whose name a mail is written. */
export interface MailingSite {
  name: string;
  base: string;
}

/** Mails a person at the address their account has. */
export const tell = (
  tx: Tx,
  account: Pick<Account, "email" | "name">,
  site: MailingSite,
  mail: Omit<MailContent, "greeting">,
  now: Date,
): Promise<void> =>
  queueMail(tx, { recipient: account.email, ...composeMail(site, { ...mail, greeting: account.name }) }, now);

export const tellOfApp = (
  tx: Tx,
  account: Account,
  site: MailingSite,
  { name, scopes }: { name: string; scopes: string[] },
  now: Date,
) =>
  tell(
    tx,
    account,
    site,
    {
      subject: "An app was connected",
      paragraphs: [`${name} may work with your account from now on. It may:`, ...scopes.map(scopeWords)],
      action: { label: "See and disconnect apps", url: `${site.base}/account/apps` },
      closing: ["If that was not you, end it there and set a new password."],
    },
    now,
  );
