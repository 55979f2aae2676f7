import * as z from "zod";
import { apiKeyById } from "#db/queries/accounts/accounts.ts";
import { revokeApiKey } from "#db/queries/accounts/credentials.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { isAccount } from "../core/operations/actor.ts";
import { defineOperation } from "../core/operations/define.ts";

export default defineOperation({
  name: "revoke_api_key",
  actors: ["person", "admin"],
  command: {
    name: "key revoke <id>",
    description: "Revoke an API key and keep its record; the key stops working immediately",
    done: ({ id }) => `Revoked the API key ${id}.`,
  },
  isOwnAccess: true,
  scopes: [],
  effect: "delete",
  input: z.strictObject({ id: z.int() }),
  output: z.strictObject({ id: z.int(), revoked_at: z.iso.datetime() }),
  async run({ actor, now }, { id }) {
    return async (tx, record) => {
      const key = await apiKeyById(tx, id);
      if (!key || (isAccount(actor) && key.accountId !== actor.accountId)) return notFound("key", id);
      if (!(await revokeApiKey(tx, key.accountId, id, now)))
        throw new Problem("state_conflict", `Key ${id} is already revoked.`);
      const revoked_at = now.toISOString();
      record({
        subjects: [`key:${id}`, `account:${key.accountId}`],
        before: { revoked_at: null },
        after: { revoked_at },
      });
      return { id, revoked_at };
    };
  },
});
