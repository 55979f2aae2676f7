import { addTest, setDeliveryState } from "#db/queries/webhooks/deliveries.ts";
import { insertWebhook, type WebhookOwner } from "#db/queries/webhooks/webhooks.ts";
import type { Store } from "#db/store/store.ts";
import { testNow } from "../server/harness.ts";

/** Adds a webhook of an account, with a delivered test. */
export const webhookFor = (store: Store, owner: WebhookOwner) =>
  store.write(async (tx) => {
    const url = "https://hooks.example/events";
    const facts = {
      ...owner,
      url,
      shownUrl: "https://hooks.example/…ents",
      format: "standard",
      secret: "whsec_AAAA",
    } as const;
    const id = await insertWebhook(tx, { ...facts, events: ["listing.live"] }, testNow);
    const deliveryId = await addTest(tx, { id, siteId: owner.siteId }, testNow);
    await setDeliveryState(tx, deliveryId, "delivered");
    return { id, deliveryId };
  });
