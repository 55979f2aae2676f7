import * as z from "zod";
import { accountByEmail, createAccount } from "#db/queries/accounts/accounts.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { personName, roleInput } from "./shared/rules.ts";

/** If a password is given, the email address counts as confirmed. */
export default defineOperation({
  name: "create_account",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({
    email: z.string(),
    name: z.union([z.literal(""), personName]),
    role: roleInput,
    password_hash: z.string().nullable(),
  }),
  output: z.strictObject({ id: z.int(), email: z.string() }),
  async run({ now }, { email, name, role, password_hash: passwordHash }) {
    return async (tx, record) => {
      if (await accountByEmail(tx, email))
        throw new Problem("conflict", `an account for ${email} already exists; show it with: admin user show ${email}`);
      const given = passwordHash === null ? {} : { passwordHash, isVerified: true };
      const made = await createAccount(tx, { email, name, role, ...given }, now);
      record({ subjects: [`account:${made.id}`], after: { email: made.email, name, role } });
      return { id: made.id, email: made.email };
    };
  },
});
