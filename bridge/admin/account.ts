import { type Account, accountByEmail } from "../../db/queries/accounts.ts";
import type { Db } from "../../db/store.ts";
import { AdminError } from "./command.ts";

/** The account of an address; says so where there is none. */
export async function knownAccount(db: Db, email: string): Promise<Account> {
  const account = await accountByEmail(db, email);
  if (!account) throw new AdminError(`there is no account for ${email}`);
  return account;
}
