import { type Account, accountByEmail } from "#db/queries/accounts/accounts.ts";
import type { Db } from "#db/store/store.ts";
import { notFound } from "../core/errors/errors.ts";

export const knownAccount = async (db: Db, email: string): Promise<Account> =>
  (await accountByEmail(db, email)) ?? notFound("account", email);
