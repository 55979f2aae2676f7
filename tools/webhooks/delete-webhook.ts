import * as z from "zod";
import { deleteWebhook } from "#db/queries/webhooks/webhooks.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ownWebhook } from "./shared/own-webhook.ts";

/** Deletes a webhook with its log. Waiting deliveries are dropped. */
export default defineOperation({
  name: "delete_webhook",
  actors: ["person"],
  scopes: [],
  effect: "delete",
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    return async (tx, record) => {
      const { shownUrl, events } = await ownWebhook(tx, context, id);
      await deleteWebhook(tx, id);
      record({ subjects: [`webhook:${id}`], before: { url: shownUrl, events } });
      return { id };
    };
  },
});
