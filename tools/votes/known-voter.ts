import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import type { Db } from "#db/store/store.ts";
import { notFound } from "../core/errors/errors.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";

/** The account of the person who calls; it may have been deleted since the page was made. */
export async function knownVoter(db: Db, context: Pick<CallContext, "actor">): Promise<Account> {
  const { accountId } = accountOf(context);
  return (await accountById(db, accountId)) ?? notFound("account", accountId);
}
