import { timingSafeEqual } from "node:crypto";
import { markOf } from "../../keys/sealed-text.ts";
import type { Db } from "../../store/store.ts";
import { accountById } from "../accounts/accounts.ts";

interface Addressee {
  id: number;
  email: string;
}

/**
 * The token of the unsubscribe link in emails about followed listings. It proves only that its bearer received an email
 * at this address for this account. It stays valid while the account has this address, so that the links in old emails
 * still work.
 */
export const unsubscribeToken = (db: Db, { id, email }: Addressee): string =>
  `${id}.${markOf(db, `unsubscribe:${id}:${email}`)}`;

export async function accountOfUnsubscribeToken(db: Db, token: string): Promise<Addressee | null> {
  const id = /^([1-9]\d{0,14})\.[\w-]{43}$/.exec(token)?.[1];
  const account = id === undefined ? undefined : await accountById(db, Number(id));
  if (!account) return null;
  return timingSafeEqual(Buffer.from(unsubscribeToken(db, account)), Buffer.from(token)) ? account : null;
}
