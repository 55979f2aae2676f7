import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { syncFoundersOfAccount } from "#db/queries/listings/company-founders.ts";
import { judgeAccount } from "#db/queries/votes/ballots.ts";
import { weekOf } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { resumeWaitingListings } from "../moderation/shared/resume-waiting-listings.ts";
import { knownAccount } from "./find-account.ts";

export default defineOperation({
  name: "restore_account",
  actors: ["admin"],
  command: {
    name: "user restore <email>",
    description: "Restore a suspended account, its API keys and its apps",
    done: ({ email }) => `Restored the account ${email}.`,
  },
  scopes: [],
  effect: "write",
  input: z.strictObject({ email: z.string() }),
  output: z.strictObject({ email: z.string() }),
  async run({ now }, input) {
    return async (tx, record) => {
      const { id, email, suspendedAt } = await knownAccount(tx, input.email);
      if (!suspendedAt) throw new Problem("state_conflict", `${email} is not suspended`);
      await updateAccount(tx, id, { suspendedAt: null }, now);
      await judgeAccount(tx, id, weekOf(now), now);
      await syncFoundersOfAccount(tx, id);
      await resumeWaitingListings(tx, id, now);
      record({
        subjects: [`account:${id}`],
        before: { suspended_at: suspendedAt },
        after: { suspended_at: null },
      });
      return { email };
    };
  },
});
