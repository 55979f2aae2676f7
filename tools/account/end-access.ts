import * as z from "zod";
import { revokeApiKeys } from "#db/queries/accounts/credentials.ts";
import { revokeGrants } from "#db/queries/accounts/oauth.ts";
import { deleteWebhooksOf } from "#db/queries/webhooks/webhooks.ts";
import { accountOf } from "../core/operations/context.ts";
import { defineOperation } from "../core/operations/define.ts";
import { disconnected } from "./shared/rules.ts";

export default defineOperation({
  name: "end_access",
  actors: ["person"],
  isOwnAccess: true,
  scopes: [],
  effect: "delete",
  input: z.strictObject({}),
  output: z.strictObject({ keys: z.int(), apps: z.int(), webhooks: z.int() }),
  async run(context) {
    const { now } = context;
    const { accountId } = accountOf(context);
    return async (tx, record) => {
      const keys = await revokeApiKeys(tx, accountId, now, "");
      const grants = await revokeGrants(tx, accountId, disconnected, now);
      const webhooks = await deleteWebhooksOf(tx, accountId, "");
      const ended = [
        ...keys.map((id) => `key:${id}` as const),
        ...grants.map(({ clientId }) => `app:${clientId}` as const),
        ...webhooks.map((id) => `webhook:${id}` as const),
      ];
      if (ended.length > 0) record({ subjects: [`account:${accountId}`, ...ended] });
      return { keys: keys.length, apps: grants.length, webhooks: webhooks.length };
    };
  },
});
