import { enqueue } from "#db/queries/common/jobs.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import type { Order } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import { closeSession } from "../jobs.ts";

/** Cancels a pending order. A job closes its payment session. */
export async function cancelCheckout(tx: Tx, order: Order, now: Date): Promise<void> {
  await changeOrderStatus(tx, order, "canceled", null, now);
  if (order.sessionId !== null) await enqueue(tx, closeSession.request({ number: order.number }), now);
}
