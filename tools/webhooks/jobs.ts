import * as z from "zod";
import { deliveryDelaysMs } from "#db/schema/webhooks.ts";
import { defineJob, defineScheduledJob } from "../core/operations/declare-job.ts";

const payload = z.object({ id: z.int() });

/** Triggers request these two jobs (db/schema/webhook-triggers.ts). */
export const announceEvent = { kind: "announce-event", payload };

/** `again` distinguishes a repetition that the owner asks for. */
export const deliverWebhook = defineJob({
  kind: "deliver-webhook",
  payload,
  key: ({ id }, _webhookId: number, again: string) => `deliver-webhook:${id}:${again}`,
  lane: (_, webhookId: number) => `webhook:${webhookId}`,
  attempts: deliveryDelaysMs.length + 1,
  retryDelaysMs: deliveryDelaysMs,
  concurrency: 8,
});

export const pruneWebhooks = defineScheduledJob({ kind: "prune-webhooks", every: "day" });
