import { isMarkOf, markOf } from "../../keys/sealed-text.ts";
import type { Db } from "../../store/store.ts";
import { type Account, accountById } from "./accounts.ts";

/** The kinds of email that people can switch off, with the column that says when they did. */
export const optionalMails = {
  digests: "digestsStoppedAt",
  week_results: "weekResultsStoppedAt",
  awards: "awardsStoppedAt",
  insights: "insightsStoppedAt",
} as const satisfies Record<string, keyof Account>;
export type OptionalMail = keyof typeof optionalMails;
export const optionalMailNames = Object.keys(optionalMails) as [OptionalMail, ...OptionalMail[]];

/** An SQL condition: account `a` can receive emails that it did not request. */
export const isReachable = "a.email_verified_at IS NOT NULL AND a.suspended_at IS NULL AND a.mail_refused_at IS NULL";

interface Addressee {
  id: number;
  email: string;
}

/**
 * The token of an unsubscribe link. It proves only that its bearer received an email at this address for this account.
 * It stays valid while the account has this address, so that the links in old emails still work. If the key is rotated,
 * it stays valid for half a year (db/keys/key-ring.ts).
 */
export const unsubscribeToken = (db: Db, addressee: Addressee): string =>
  `${addressee.id}.${markOf(db, subjectOf(addressee), "unsubscribe")}`;

const subjectOf = ({ id, email }: Addressee) => `unsubscribe:${id}:${email}`;

/** Links from before there were several kinds of email have no `mails`. */
export const unsubscribePath = (token: string, mails: OptionalMail): string =>
  `/unsubscribe?token=${token}${mails === "digests" ? "" : `&mails=${mails}`}`;

export async function accountOfUnsubscribeToken(db: Db, token: string): Promise<Addressee | null> {
  const [, id, mark] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
  const account = id === undefined ? undefined : await accountById(db, Number(id));
  return account && isMarkOf(db, subjectOf(account), mark!, "unsubscribe") ? account : null;
}
