import * as z from "zod";
import { deliveriesOf } from "#db/queries/webhooks/deliveries.ts";
import { deliveryStates, webhookEvents } from "#db/schema/vocabulary.ts";
import { time } from "../core/input/fields.ts";
import { defineOperation } from "../core/operations/define.ts";
import { ownWebhook } from "./shared/own-webhook.ts";

const perPage = 25;

/** Lists what was sent to a webhook in the last 30 days, newest first. */
export default defineOperation({
  name: "list_deliveries",
  actors: ["person"],
  scopes: [],
  effect: "read",
  input: z.strictObject({ webhook_id: z.int().min(1), before: z.int().min(1).optional() }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.int(),
        event: z.enum([...webhookEvents, "webhook.test"]),
        event_id: z.string().describe("The `webhook-id` of the requests"),
        about: z.string().nullable().describe("The listing's slug, or the week"),
        at: time,
        state: z.enum(deliveryStates),
        attempts: z.int(),
        sent_at: time.nullable(),
        http_status: z.int().nullable(),
        response: z.string().nullable().describe("The start of the response, or the reason why there is none"),
      }),
    ),
    older: z.int().nullable().describe("The `before` of the next page"),
  }),
  async run(context, { webhook_id, before = Number.MAX_SAFE_INTEGER }) {
    await ownWebhook(context.read, context, webhook_id);
    const rows = await deliveriesOf(context.read, webhook_id, before, perPage + 1);
    const items = rows.slice(0, perPage).map((row) => ({
      id: row.id,
      event: row.type,
      event_id: row.key,
      about: row.name,
      at: row.at,
      state: row.state,
      attempts: row.attempts,
      sent_at: row.sentAt,
      http_status: row.httpStatus,
      response: row.response,
    }));
    return { items, older: rows.length > perPage ? items.at(-1)!.id : null };
  },
});
