import * as z from "zod";
import { enqueue } from "#db/queries/common/jobs.ts";
import { deliveryById, setDeliveryState } from "#db/queries/webhooks/deliveries.ts";
import { notFound, Problem } from "../core/errors/errors.ts";
import { defineOperation } from "../core/operations/define.ts";
import { deliverWebhook } from "./jobs.ts";
import { ownWebhook } from "./shared/own-webhook.ts";

/** Sends an event again, with the same id. */
export default defineOperation({
  name: "resend_delivery",
  actors: ["person"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ id: z.int().min(1) }),
  output: z.strictObject({ id: z.int() }),
  async run(context, { id }) {
    return async (tx, record) => {
      const { webhookId, state, isAllowed } = (await deliveryById(tx, id)) ?? notFound("delivery", id);
      const { status } = await ownWebhook(tx, context, webhookId);
      if (state === "waiting") throw new Problem("state_conflict", "This event is already waiting to be sent.");
      if (status === "disabled")
        throw new Problem("state_conflict", "The webhook is switched off. Switch it on first.");
      if (!isAllowed) throw new Problem("state_conflict", "You no longer have access to this event.");
      await setDeliveryState(tx, id, "waiting");
      await enqueue(tx, deliverWebhook.request({ id }, webhookId, context.requestId), context.now);
      record({ subjects: [`webhook:${webhookId}`], before: { delivery_id: id, state }, after: { state: "waiting" } });
      return { id };
    };
  },
});
