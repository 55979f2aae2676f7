import * as z from "zod";
import { accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { notFound } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { personName } from "./shared/rules.ts";

/** A founder profile has its own name. */
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
