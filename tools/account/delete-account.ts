import * as z from "zod";
import { defineTeamTool } from "../core/operations/team-tool.ts";
import { deletedAccount, deletion } from "./erase.ts";
import { chosenAccount, chosenFields } from "./find-account.ts";

/** Deletes an account for the team. Owners delete theirs with delete_own_account. */
export default defineTeamTool({
  name: "delete_account",
  command: {
    name: "user delete <email>",
    description: "Delete an account and its founder profile, but keep its public listings, which then have no owner",
    done: ({ email, kept }) =>
      `Deleted the account ${email}.${kept.length > 0 ? ` These listings have no owner now: ${kept.join(", ")}.` : ""}`,
  },
  description:
    "Deletes an account, its founder profile and its private listings for good. Public listings stay without an owner.",
  rest: { method: "POST", path: "/team/accounts/{account_id}/delete" },
  scopes: ["team:admin"],
  effect: "delete",
  isAlwaysApproved: true,
  exactlyOne: ["email", "account_id"],
  input: z.strictObject({
    ...chosenFields,
    deny_email: z
      .boolean()
      .optional()
      .describe("block new accounts with this email address; only a keyed hash of it is kept"),
  }),
  output: deletedAccount,
  run: async (context, { deny_email: isDenied = false, ...chosen }) =>
    deletion(context, (tx) => chosenAccount(tx, chosen), isDenied),
});
