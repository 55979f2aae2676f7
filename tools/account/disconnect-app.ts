import * as z from "zod";
import { grantsOfAccount, revokeGrant } from "#db/queries/accounts/oauth.ts";
import { notFound } from "../core/errors/errors.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { disconnected } from "./shared/rules.ts";

export default defineOperation({
  name: "disconnect_app",
  actors: ["person"],
  isOwnAccess: true,
  scopes: [],
  effect: "delete",
  input: z.strictObject({ id: z.int().describe("Id of the grant") }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const grants = await grantsOfAccount(tx, accountId);
      const { clientId, scopes } = grants.find((grant) => grant.id === id) ?? notFound("connected app", id);
      await revokeGrant(tx, id, disconnected, context.now);
      record({ subjects: [`app:${clientId}`, `account:${accountId}`], before: { scopes }, after: { scopes: [] } });
      return { id };
    };
  },
});
