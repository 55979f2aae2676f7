import * as z from "zod";
import { listAccounts } from "#db/queries/accounts/accounts.ts";
import { openPageFrom, openPageOf, openWindowOf, operatorPageInput } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";
import { accountRecord, toAccountRecord } from "./records.ts";

export default defineOperation({
  name: "find_accounts",
  actors: ["admin"],
  command: {
    name: "user list",
    description: "List all accounts, newest first",
    columns: ["id", "email", "name", "role", "created_at", "suspended_at"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject(operatorPageInput),
  output: openPageOf(accountRecord),
  async run({ read }, page) {
    const { limit, offset } = openWindowOf(page);
    return openPageFrom((await listAccounts(read, limit, offset)).map(toAccountRecord), page);
  },
});
