import type { Account } from "../db/queries/accounts.ts";
import { type MailContent, queueMail } from "../db/queries/mail.ts";
import type { Tx } from "../db/store.ts";
import { composeMail } from "./mails.ts";
import { scopeWords } from "./scopes.ts";

/** The site in whose name a mail is written. */
export interface MailingSite {
  name: string;
  base: string;
}

/** What a person is mailed when something that opens their account, or what they own, has been added to it. */

/** Mails a person at the address their account has. */
export const tell = (
  tx: Tx,
  account: Pick<Account, "email" | "name">,
  site: MailingSite,
  mail: Omit<MailContent, "greeting">,
  now: Date,
): Promise<void> =>
  queueMail(tx, { recipient: account.email, ...composeMail(site, { ...mail, greeting: account.name }) }, now);

export interface NewAccess {
  name: string;
  scopes: string[];
}

export const tellOfKey = (tx: Tx, account: Account, site: MailingSite, { name, scopes }: NewAccess, now: Date) =>
  tell(
    tx,
    account,
    site,
    {
      subject: "A new API key was made",
      paragraphs: [`The key “${name}” opens your account from now on. It may:`, ...scopes.map(scopeWords)],
      action: { label: "See and revoke keys", url: `${site.base}/account/keys` },
      closing: [unexpected],
    },
    now,
  );

export const tellOfApp = (tx: Tx, account: Account, site: MailingSite, { name, scopes }: NewAccess, now: Date) =>
  tell(
    tx,
    account,
    site,
    {
      subject: "An app was connected",
      paragraphs: [`${name} may work with your account from now on. It may:`, ...scopes.map(scopeWords)],
      action: { label: "See and disconnect apps", url: `${site.base}/account/apps` },
      closing: [unexpected],
    },
    now,
  );

export const tellOfOwner = (
  tx: Tx,
  account: Pick<Account, "email" | "name">,
  site: MailingSite,
  { name, email, product }: { name: string; email: string; product: string },
  now: Date,
) =>
  tell(
    tx,
    account,
    site,
    {
      subject: `${name} has joined ${product}`,
      paragraphs: [
        `${name} (${email}) has accepted the invitation to ${product}, is shown as one of its founders and may edit its listing.`,
      ],
      closing: ["If you do not know of this, write to us at once."],
    },
    now,
  );

const unexpected = "If that was not you, end it there and set a new password.";
