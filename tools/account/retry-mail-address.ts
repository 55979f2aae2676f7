import * as z from "zod";
import { accountById, updateAccount } from "#db/queries/accounts/accounts.ts";
import { notFound } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "retry_mail_address",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({}),
  async run(context) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const { mailRefusedAt, mailRefusal } = (await accountById(tx, accountId)) ?? notFound("account", accountId);
      if (mailRefusedAt === null) return {};
      await updateAccount(tx, accountId, { mailRefusedAt: null, mailRefusal: null }, context.now);
      const before = { mail_refused_at: mailRefusedAt, refusal: mailRefusal };
      record({ subjects: [`account:${accountId}`], before, after: { mail_refused_at: null } });
      return {};
    };
  },
});
