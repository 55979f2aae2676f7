import * as z from "zod";
import { defineOperation } from "../core/operations/define.ts";
import { deletedAccount, deletion } from "./erase.ts";
import { ownAccount } from "./shared/own-account.ts";

export default defineOperation({
  name: "delete_own_account",
  actors: ["person"],
  scopes: [],
  effect: "delete",
  input: z.strictObject({}),
  output: deletedAccount,
  run: async (context) => deletion(context, (tx) => ownAccount(tx, context), false),
});
