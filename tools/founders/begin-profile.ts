import { accountById, updateAccount } from "../../db/queries/accounts.ts";
import { saveFounderProfile } from "../../db/queries/founder-profile.ts";
import type { Tx } from "../../db/store.ts";

/** The founder profile of an account, begun by its name where there is none; null where it has no name either. */
export async function beginProfile(tx: Tx, accountId: number, now: Date): Promise<number | null> {
  const account = (await accountById(tx, accountId))!;
  if (account.founderId !== null) return account.founderId;
  const name = account.name.trim();
  if (name === "") return null;
  const founderId = await saveFounderProfile(tx, null, { name, bio: "", links: {}, photoHash: null }, now);
  await updateAccount(tx, accountId, { founderId }, now);
  return founderId;
}
