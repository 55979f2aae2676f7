import * as z from "zod";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { defineOperation } from "../core/operations/define.ts";

const maxRefusalLength = 300;

/** After a mail server permanently refuses an email, the account gets only the emails that it requests. */
export default defineOperation({
  name: "refuse_mail_address",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ email: z.string(), refusal: z.string().describe("Message from the mail server") }),
  output: z.strictObject({}),
  async run({ now }, { email, refusal }) {
    return async (tx, record) => {
      const account = await accountByEmail(tx, email);
      if (!account || account.mailRefusedAt !== null) return {};
      const mailRefusedAt = now.toISOString();
      const mailRefusal = refusal.slice(0, maxRefusalLength);
      await updateAccount(tx, account.id, { mailRefusedAt, mailRefusal }, now);
      record({ subjects: [`account:${account.id}`], after: { mail_refused_at: mailRefusedAt, refusal: mailRefusal } });
      return {};
    };
  },
});
