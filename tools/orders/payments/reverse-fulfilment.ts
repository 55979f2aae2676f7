import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { failedRefunds } from "#db/queries/orders/orders.ts";
import { creditRest } from "../documents/issue.ts";
import { reverseLines } from "../fulfil/lines.ts";
import { notifyBoth, refunded } from "../order-mails.ts";
import type { OrderChange } from "../shared/order-change.ts";
import { subjectsOf } from "./apply-payment-state.ts";

export async function reverseFulfilment(change: OrderChange, why: string): Promise<boolean> {
  const { tx, record, context, order } = change;
  const { now, urls } = context;
  if (order.status === "refunded") return false;
  await reverseLines(tx, order, now);
  const creditNote = await creditRest(tx, order, now);
  await changeOrderStatus(tx, order, "refunded", why, now);
  // If the items could not be fulfilled, the buyer and the team already know.
  if (order.status === "fulfilled" || failedRefunds(order) > 0)
    await notifyBoth(change, refunded(order, why, urls.base));
  record({
    subjects: subjectsOf(order),
    before: { status: order.status, effects: order.lines.map(({ effect }) => effect) },
    after: { status: "refunded", credit_note: creditNote?.number ?? null },
  });
  return true;
}
