import * as z from "zod";
import { keysOfAccount } from "#db/queries/accounts/accounts.ts";
import { defineOperation } from "../core/operations/define.ts";
import { knownAccount } from "./find-account.ts";
import { keyRecord, toKey } from "./records.ts";

export default defineOperation({
  name: "list_api_keys",
  actors: ["admin"],
  command: {
    name: "key list",
    description: "List an account's active API keys, newest first",
    columns: ["id", "name", "key_form", "scopes", "expires_at", "last_used_at"],
  },
  scopes: [],
  effect: "read",
  input: z.strictObject({ email: z.string().describe("email address of the account") }),
  output: z.strictObject({ items: z.array(keyRecord) }),
  async run({ read }, { email }) {
    const { id } = await knownAccount(read, email);
    return { items: (await keysOfAccount(read, id)).map(toKey) };
  },
});
