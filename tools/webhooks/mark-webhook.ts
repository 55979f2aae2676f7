import * as z from "zod";
import { setWebhookStatus, webhookById } from "#db/queries/webhooks/webhooks.ts";
import { defineOperation } from "../core/operations/define.ts";
import { mailOwner } from "./shared/own-webhook.ts";

const words = {
  failing: {
    subject: "A webhook does not work",
    what: "We tried seven times over 18 hours to send an event, without success. We will send later events, but this one was given up.",
    next: "Check the endpoint. You can then send the event again from the log of the webhook.",
  },
  disabled: {
    subject: "A webhook is switched off",
    what: "The endpoint responded with status 410 (Gone), so we send nothing to it any more.",
    next: "If this was a mistake, switch the webhook on again.",
  },
} as const;

/** Marks a webhook whose endpoint does not take events, and emails its owner or the team. */
export default defineOperation({
  name: "mark_webhook",
  actors: ["job"],
  scopes: [],
  effect: "write",
  input: z.strictObject({ webhook_id: z.int(), status: z.enum(["failing", "disabled"]) }),
  output: z.strictObject({ webhook_id: z.int() }),
  async run(context, { webhook_id, status }) {
    return async (tx, record) => {
      const webhook = await webhookById(tx, webhook_id);
      if (!webhook || !(await setWebhookStatus(tx, webhook_id, status))) return { webhook_id };
      record({ subjects: [`webhook:${webhook_id}`], before: { status: webhook.status }, after: { status } });
      const { subject, what, next } = words[status];
      await mailOwner(tx, context, webhook, { subject, paragraphs: [`Webhook: ${webhook.shownUrl}`, what, next] });
      return { webhook_id };
    };
  },
});
