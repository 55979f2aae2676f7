import * as z from "zod";
import { updateAccount } from "#db/queries/accounts/accounts.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ownAccount } from "./shared/own-account.ts";

export default defineOperation({
  name: "retry_mail_address",
  scopes: [],
  actors: ["person"],
  effect: "write",
  input: z.strictObject({}),
  output: z.strictObject({}),
  async run(context) {
    return async (tx, record) => {
      const { id, mailRefusedAt, mailRefusal } = await ownAccount(tx, context);
      if (mailRefusedAt === null) return {};
      await updateAccount(tx, id, { mailRefusedAt: null, mailRefusal: null }, context.now);
      const before = { mail_refused_at: mailRefusedAt, refusal: mailRefusal };
      record({ subjects: [`account:${id}`], before, after: { mail_refused_at: null } });
      return {};
    };
  },
});
