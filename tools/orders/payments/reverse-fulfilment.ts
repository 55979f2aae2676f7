import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { changeOrderStatus } from "#db/queries/orders/order-status.ts";
import { failedRefunds, type Order } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { creditRest } from "../documents/issue.ts";
import { reverseLines } from "../fulfil/lines.ts";
import { notifyBuyer, notifyTeam, refunded, refundedForTeam } from "../order-mails.ts";
import { subjectsOf } from "./apply-payment-state.ts";

export async function reverseFulfilment(
  tx: Tx,
  record: (entry: AuditEntry) => void,
  context: CallContext,
  order: Order,
  why: string,
): Promise<boolean> {
  const { now, urls } = context;
  if (order.status === "refunded") return false;
  await reverseLines(tx, order, now);
  const creditNote = await creditRest(tx, order, now);
  await changeOrderStatus(tx, order, "refunded", why, now);
  // The buyer and the team already know about items that could not be fulfilled.
  if (order.status === "fulfilled" || failedRefunds(order) > 0) {
    await notifyBuyer(tx, context, order, refunded(order, why, urls.base));
    await notifyTeam(tx, context, order, refundedForTeam(order, why));
  }
  record({
    subjects: subjectsOf(order),
    before: { status: order.status, effects: order.lines.map(({ effect }) => effect) },
    after: { status: "refunded", credit_note: creditNote?.number ?? null },
  });
  return true;
}
