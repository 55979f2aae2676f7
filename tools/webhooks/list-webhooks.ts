import * as z from "zod";
import { webhooksOf } from "#db/queries/webhooks/webhooks.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ofSite, ownerOf, toWebhook, webhookRecord } from "./shared/own-webhook.ts";

export default defineOperation({
  name: "list_webhooks",
  actors: ["person"],
  scopes: [],
  effect: "read",
  input: z.strictObject({ of_site: ofSite }),
  output: z.strictObject({ items: z.array(webhookRecord) }),
  async run(context, { of_site }) {
    return { items: (await webhooksOf(context.read, ownerOf(context, of_site))).map(toWebhook) };
  },
});
