import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { optionalMailNames, optionalMails } from "#db/queries/accounts/unsubscribe.ts";
import { skipUntold } from "#db/queries/followers/digests.ts";
import { skipLaunches } from "#db/queries/followers/followed-searches.ts";
import { ownAccount } from "../account/shared/own-account.ts";
import { defineOperation } from "../core/operations/define.ts";

/** Switches one kind of email on or off. News from a period when digests were off is not sent later. */
export default defineOperation({
  name: "set_digests",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({ mails: z.enum(optionalMailNames).default("digests"), are_mailed: z.boolean() }),
  output: z.strictObject({ are_mailed: z.boolean() }),
  async run(context, { mails, are_mailed }) {
    const { now } = context;
    return async (tx, record) => {
      const { id: accountId, ...account } = await ownAccount(tx, context);
      const column = optionalMails[mails];
      const wereMailed = account[column] === null;
      if (wereMailed === are_mailed) return { are_mailed };
      if (are_mailed && mails === "digests") {
        await skipUntold(tx, accountId);
        await skipLaunches(tx, accountId, now);
      }
      await updateAccount(tx, accountId, { [column]: are_mailed ? null : now.toISOString() }, now);
      record({ subjects: [`account:${accountId}`], before: { [mails]: wereMailed }, after: { [mails]: are_mailed } });
      return { are_mailed };
    };
  },
});
