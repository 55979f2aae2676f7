import { type SiteRow, siteById } from "#db/queries/sites/sites.ts";
import {
  announceEvent,
  attemptBefore,
  type Delivery,
  deliveryById,
  noteAttempt,
  pruneWebhookEvents,
  setDeliveryState,
} from "#db/queries/webhooks/deliveries.ts";
import { openWebhook, setWebhookStatus, webhookById } from "#db/queries/webhooks/webhooks.ts";
import { deliveryDelaysMs } from "#db/schema/webhooks.ts";
import type { Tx } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import type { SiteUrls } from "../core/operations/context.ts";
import { handleJobs, type JobEnd, Postponed } from "../core/operations/job.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import * as jobs from "./jobs.ts";
import markWebhook from "./mark-webhook.ts";
import { bodyOf } from "./shared/event-message.ts";
import { sendEvent } from "./shared/send.ts";

export interface WebhookPorts {
  outbound: Pick<Outbound, "fetch">;
  urlsOf(site: Pick<SiteRow, "host">): SiteUrls;
}

const keptMs = 30 * dayMs;
const hourMs = 3_600_000;
export const maxPerHour = 1000;
const gone = 410;

export const webhookJobs = ({ outbound, urlsOf }: WebhookPorts) =>
  handleJobs(jobs, {
    announceEvent: {
      run:
        async (_context, { id }) =>
        (tx) =>
          announceEvent(tx, id),
    },

    deliverWebhook: {
      async run({ read, now, signal, attempt, write, finish }, { id }) {
        const delivery = await deliveryById(read, id);
        if (delivery?.state !== "waiting") return undefined;
        const webhook = (await webhookById(read, delivery.webhookId))!;
        const opened = webhook.status === "disabled" ? null : await openWebhook(read, webhook.id, now);
        if (!opened || !delivery.isAllowed) return (tx) => setDeliveryState(tx, id, "dropped");
        const limiting = await attemptBefore(read, webhook.id, new Date(now.getTime() - hourMs), maxPerHour - 1);
        if (limiting) throw new Postponed(new Date(Date.parse(limiting) + hourMs));

        const urls = urlsOf((await siteById(read, webhook.siteId))!);
        const body = await bodyOf({ read, now, urls, owner: webhook }, delivery, webhook.format);
        const { httpStatus, response, isAccepted } = await sendEvent(outbound, opened, delivery, body, { now, signal });
        const note = (state: Delivery["state"]) => (tx: Tx) => noteAttempt(tx, id, state, now, httpStatus, response);
        if (isAccepted)
          return async (tx) => {
            await note("delivered")(tx);
            if (webhook.status === "failing") await setWebhookStatus(tx, webhook.id, "active");
          };
        if (httpStatus !== gone && attempt <= deliveryDelaysMs.length) {
          await write(note("waiting"));
          throw new Error(httpStatus === null ? response : `status ${httpStatus}`);
        }
        // The job itself has not failed, so that operators do not find other people's endpoints among failed jobs.
        return async (tx) => {
          await note("failed")(tx);
          await giveUp({ finish }, webhook, httpStatus === gone ? "disabled" : "failing")(tx);
        };
      },

      async onDead({ read, finish }, { id }) {
        const delivery = await deliveryById(read, id);
        const webhook = delivery && (await webhookById(read, delivery.webhookId));
        return async (tx) => {
          if (!webhook) return;
          await setDeliveryState(tx, id, "failed");
          await giveUp({ finish }, webhook, "failing")(tx);
        };
      },
    },

    pruneWebhooks: {
      run:
        async ({ now }) =>
        (tx) =>
          pruneWebhookEvents(tx, new Date(now.getTime() - keptMs)),
    },
  });

const giveUp = (
  { finish }: Pick<JobEnd, "finish">,
  { id, siteId }: { id: number; siteId: number },
  status: "failing" | "disabled",
) => finish(markWebhook, { webhook_id: id, status }, siteId);
