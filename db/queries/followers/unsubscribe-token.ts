import { timingSafeEqual } from "node:crypto";
import { markOf } from "../../keys/sealed-text.ts";
import type { Db } from "../../store/store.ts";
import { accountById } from "../accounts/accounts.ts";

interface Addressee {
  id: number;
  email: string;
}

/**
 * What a mail about followed listings carries to stop them: it proves that its bearer was mailed at this address of
 * this account and opens nothing else. It lasts as long as the account has the address, since old mails must work.
 */
export const unsubscribeToken = (db: Db, { id, email }: Addressee): string =>
  `${id}.${markOf(db, `unsubscribe:${id}:${email}`)}`;

/** The account whose mails a token stops, or null where it is not one of ours. */
export async function accountOfUnsubscribeToken(db: Db, token: string): Promise<Addressee | null> {
  const id = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token)?.[1];
  const account = id === undefined ? undefined : await accountById(db, Number(id));
  if (!account) return null;
  return timingSafeEqual(Buffer.from(unsubscribeToken(db, account)), Buffer.from(token)) ? account : null;
}
