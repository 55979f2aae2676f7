import * as z from "zod";
import { deleteAccount } from "../../db/queries/delete-account.ts";
import { defineOperation } from "../core/define.ts";
import { knownAccount } from "./known-account.ts";

/** Deletes an account with its keys, apps and drafts; its listings and founder profile stay. */
export default defineOperation({
  name: "delete_account",
  actors: ["admin"],
  scopes: [],
  effect: "delete",
  input: z.strictObject({ email: z.string() }),
  output: z.strictObject({ email: z.string() }),
  async run(_context, input) {
    return async (tx, record) => {
      const { id, email, name, role } = await knownAccount(tx, input.email);
      await deleteAccount(tx, id);
      record({ subjects: [`account:${id}`], before: { email, name, role } });
      return { email };
    };
  },
});
