import * as z from "zod";
import { replacePassword } from "#db/queries/accounts/replace-password.ts";
import { defineOperation } from "../core/operations/define.ts";
import { knownAccount } from "./find-account.ts";

export default defineOperation({
  name: "set_account_password",
  actors: ["admin"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ email: z.string(), password_hash: z.string() }),
  output: z.strictObject({ email: z.string() }),
  async run({ now }, { password_hash: passwordHash, ...input }) {
    return async (tx, record) => {
      const { id, email, ...known } = await knownAccount(tx, input.email);
      // Signing in with a password requires a confirmed email address.
      const emailVerifiedAt = known.emailVerifiedAt ?? now.toISOString();
      await replacePassword(tx, id, { passwordHash, emailVerifiedAt }, { keepId: null }, now);
      record({
        subjects: [`account:${id}`],
        before: { has_password: known.passwordHash !== null, email_verified_at: known.emailVerifiedAt },
        after: { has_password: true, email_verified_at: emailVerifiedAt },
      });
      return { email };
    };
  },
});
