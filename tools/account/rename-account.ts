import * as z from "zod";
import { accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { accountOf } from "../core/context.ts";
import { defineOperation } from "../core/define.ts";
import { notFound } from "../core/errors.ts";
import { personName } from "./rules.ts";

/** Gives the person another name; a founder profile has one of its own. */
export default defineOperation({
  name: "rename_account",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ name: personName }),
  output: z.strictObject({ name: z.string() }),
  async run(context, { name }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const account = (await accountById(tx, accountId)) ?? notFound("account", accountId);
      if (name !== account.name) {
        await updateAccount(tx, accountId, { name }, context.now);
        record({ subjects: [`account:${accountId}`], before: { name: account.name }, after: { name } });
      }
      return { name };
    };
  },
});
