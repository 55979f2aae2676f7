import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { skipUntold } from "#db/queries/followers/digests.ts";
import { skipLaunches } from "#db/queries/followers/followed-searches.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { defineOperation } from "../core/operations/define.ts";

/** Switches digests on or off. News from a period when they were off is not sent later. */
export default defineOperation({
  name: "set_digests",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ are_mailed: z.boolean() }),
  output: z.strictObject({ are_mailed: z.boolean() }),
  async run(context, { are_mailed }) {
    const { now } = context;
    return async (tx, record) => {
      const { id: accountId, digestsStoppedAt } = await ownAccount(tx, context);
      const wereMailed = digestsStoppedAt === null;
      if (wereMailed === are_mailed) return { are_mailed };
      if (are_mailed) {
        await skipUntold(tx, accountId);
        await skipLaunches(tx, accountId, now);
      }
      await updateAccount(tx, accountId, { digestsStoppedAt: are_mailed ? null : now.toISOString() }, now);
      record({ subjects: [`account:${accountId}`], before: { digests: wereMailed }, after: { digests: are_mailed } });
      return { are_mailed };
    };
  },
});
