import * as z from "zod";
import { keysOfAccount, sessionsOfAccount } from "#db/queries/accounts/accounts.ts";
import { defineOperation } from "../core/operations/define.ts";
import { knownAccount } from "./find-account.ts";
import { accountRecord, toAccountRecord } from "./records.ts";

export default defineOperation({
  name: "show_account",
  actors: ["admin"],
  command: { name: "user show <email>", description: "Show an account" },
  scopes: [],
  effect: "read",
  input: z.strictObject({ email: z.string() }),
  output: accountRecord.extend({ sessions: z.int(), keys: z.int() }),
  async run({ read, now }, { email }) {
    const account = await knownAccount(read, email);
    const sessions = (await sessionsOfAccount(read, account.id, now)).length;
    const keys = (await keysOfAccount(read, account.id)).length;
    return { ...toAccountRecord(account), sessions, keys };
  },
});
