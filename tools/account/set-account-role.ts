import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { roles } from "#db/schema/vocabulary.ts";
import { defineOperation } from "../core/operations/define.ts";
import { knownAccount } from "./find-account.ts";
import { roleInput } from "./shared/rules.ts";

export default defineOperation({
  name: "set_account_role",
  actors: ["admin"],
  command: {
    name: "user role <email> <role>",
    description: "Change the role of an account",
    done: ({ email, role }) => `Changed the role of ${email} to ${role}.`,
  },
  scopes: [],
  effect: "write",
  input: z.strictObject({
    email: z.string().describe("email address of the account"),
    role: roleInput.describe("the new role"),
  }),
  output: z.strictObject({ email: z.string(), role: z.enum(roles) }),
  async run({ now }, { role, ...input }) {
    return async (tx, record) => {
      const { id, email, role: before } = await knownAccount(tx, input.email);
      if (before === role) return { email, role };
      await updateAccount(tx, id, { role }, now);
      record({ subjects: [`account:${id}`], before: { role: before }, after: { role } });
      return { email, role };
    };
  },
});
