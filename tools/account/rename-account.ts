import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ownAccount } from "./shared/own-account.ts";
import { personName } from "./shared/rules.ts";

/** Renames only the account, because a founder profile has a name of its own. */
export default defineOperation({
  name: "rename_account",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ name: personName }),
  output: z.strictObject({ name: z.string() }),
  async run(context, { name }) {
    return async (tx, record) => {
      const account = await ownAccount(tx, context);
      if (name !== account.name) {
        await updateAccount(tx, account.id, { name }, context.now);
        record({ subjects: [`account:${account.id}`], before: { name: account.name }, after: { name } });
      }
      return { name };
    };
  },
});
