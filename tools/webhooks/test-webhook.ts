import * as z from "zod";
import { addTest } from "#db/queries/webhooks/deliveries.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ownWebhook } from "./shared/own-webhook.ts";

/** Sends the event `webhook.test`. */
export default defineOperation({
  name: "test_webhook",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.strictObject({ delivery_id: z.int() }),
  madeByRun: ["delivery_id"],
  async run(context, { id }) {
    return async (tx, record) => {
      const webhook = await ownWebhook(tx, context, id);
      if (webhook.status === "disabled")
        throw new Problem("state_conflict", "The webhook is switched off. Switch it on first.");
      const delivery_id = await addTest(tx, webhook, context.now);
      record({ subjects: [`webhook:${id}`], after: { delivery_id } });
      return { delivery_id };
    };
  },
});
