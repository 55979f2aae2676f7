import * as z from "zod";
import { deleteSessions, updateAccount } from "#db/queries/accounts/accounts.ts";
import { syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import { judgeAccount } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { knownAccount } from "./find-account.ts";

export default defineOperation({
  name: "suspend_account",
  actors: ["admin"],
  command: {
    name: "user suspend <email>",
    description: "Suspend an account: end its sessions, and block its sign-in, API keys and apps",
    done: ({ email }) => `Suspended the account ${email}.`,
  },
  scopes: [],
  effect: "write",
  input: z.strictObject({ email: z.string() }),
  output: z.strictObject({ email: z.string() }),
  async run({ now }, input) {
    return async (tx, record) => {
      const { id, email, suspendedAt } = await knownAccount(tx, input.email);
      if (suspendedAt) throw new Problem("state_conflict", `${email} is already suspended`);
      const suspended_at = now.toISOString();
      await updateAccount(tx, id, { suspendedAt: suspended_at }, now);
      await deleteSessions(tx, id, { keepId: null });
      await judgeAccount(tx, id, weekOf(now), now);
      await syncFoundersOfAccount(tx, id);
      record({ subjects: [`account:${id}`], before: { suspended_at: null }, after: { suspended_at } });
      return { email };
    };
  },
});
