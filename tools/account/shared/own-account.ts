import { type Account, accountById } from "#db/queries/accounts/accounts.ts";
import type { Db } from "#db/store/store.ts";
import { notFound } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";

/** The caller's account. Throws 404 if it was deleted after the page was rendered. */
export async function ownAccount(db: Db, context: Pick<CallContext, "actor">): Promise<Account> {
  const { accountId } = accountOf(context);
  return (await accountById(db, accountId)) ?? notFound("account", accountId);
}
