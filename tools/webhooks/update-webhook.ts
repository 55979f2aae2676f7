import * as z from "zod";
import { updateWebhook, webhookById } from "#db/queries/webhooks/webhooks.ts";
import { defineOperation } from "../core/operations/define.ts";
import { chosenEvents, ownWebhook, toWebhook, webhookRecord } from "./shared/own-webhook.ts";

/** Chooses the events of a webhook. Also switches it on or off. */
export default defineOperation({
  name: "update_webhook",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ id: z.int().min(1), events: chosenEvents, is_enabled: z.boolean() }),
  output: webhookRecord,
  async run(context, { id, events, is_enabled }) {
    return async (tx, record) => {
      const row = await ownWebhook(tx, context, id);
      const isOn = row.status !== "disabled";
      const status = is_enabled === isOn ? row.status : is_enabled ? "active" : "disabled";
      await updateWebhook(tx, id, events, status);
      record({
        subjects: [`webhook:${id}`],
        before: { events: row.events, status: row.status },
        after: { events, status },
      });
      return toWebhook((await webhookById(tx, id))!);
    };
  },
});
