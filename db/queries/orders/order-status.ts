import type { OrderStatus } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";

/**
 * Every allowed change of status. An abandoned order may still be paid, because some payments take days. An order stays
 * `paid` only if the purchase cannot be fulfilled and is being refunded. The event for a refund may arrive before the
 * event for the payment, and a refund may fail later.
 */
export const orderMoves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ["paid", "fulfilled", "expired", "canceled", "failed", "refunded"],
  paid: ["refunded"],
  fulfilled: ["refunded"],
  expired: ["paid", "fulfilled", "refunded"],
  canceled: ["paid", "fulfilled", "refunded"],
  failed: ["paid", "fulfilled", "refunded"],
  refunded: ["paid"],
};

export const canTransitionOrder = (from: OrderStatus, to: OrderStatus) => orderMoves[from].includes(to);

// A refund does not change the times of payment and fulfilment.
const setStatus = preparedSql<never, [OrderStatus, string | null, now: Date, id: number]>(`
  UPDATE orders SET status = ?1, status_message = ?2,
    paid_at = CASE WHEN ?1 IN ('paid', 'fulfilled') THEN ifnull(paid_at, ?3) ELSE paid_at END,
    fulfilled_at = CASE WHEN ?1 = 'fulfilled' THEN ?3 ELSE fulfilled_at END,
    ended_at = CASE WHEN ?1 IN ('paid', 'fulfilled') THEN NULL ELSE ?3 END
  WHERE id = ?4`);

/** Throws RuleViolation if the change is not allowed. `message` is the reason shown to the buyer. */
export async function changeOrderStatus(
  tx: Tx,
  order: { id: number; number: string; status: OrderStatus },
  to: OrderStatus,
  message: string | null,
  now: Date,
): Promise<void> {
  if (!canTransitionOrder(order.status, to))
    throw new RuleViolation(`${order.number} is ${order.status} and cannot become ${to}`);
  await setStatus.run(tx, to, message, now, order.id);
}
