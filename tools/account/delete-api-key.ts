import * as z from "zod";
import { apiKeyById } from "#db/queries/accounts/accounts.ts";
import { deleteApiKey } from "#db/queries/accounts/delete-account.ts";
import { notFound } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "delete_api_key",
  actors: ["admin"],
  command: {
    name: "key delete <id>",
    description: "Delete an API key and its record; the key stops working immediately",
    done: ({ id }) => `Deleted the API key ${id}.`,
  },
  scopes: [],
  effect: "delete",
  input: z.strictObject({ id: z.int() }),
  output: z.strictObject({ id: z.int() }),
  async run(_context, { id }) {
    return async (tx, record) => {
      const { accountId, name, scopes } = (await apiKeyById(tx, id)) ?? notFound("key", id);
      await deleteApiKey(tx, id);
      record({ subjects: [`key:${id}`, `account:${accountId}`], before: { name, scopes } });
      return { id };
    };
  },
});
