import type { OrderStatus } from "../../schema/vocabulary.ts";
import { preparedSql, type Tx } from "../../store/store.ts";
import { RuleViolation } from "../common/rule-violation.ts";

/**
 * Every allowed change of status. A payment may still arrive for an abandoned order, because some payments take days.
 * `paid` remains only if the purchase cannot be fulfilled and is refunded. The event of a refund may arrive before that
 * of the payment, and a refund may fail later.
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

// A refund keeps the times of payment and fulfilment.
const setStatus = preparedSql<never, [OrderStatus, string | null, now: Date, id: number]>(`
  UPDATE orders SET status = ?1, status_message = ?2,
    paid_at = CASE WHEN ?1 IN ('paid', 'fulfilled') THEN ifnull(paid_at, ?3) ELSE paid_at END,
    fulfilled_at = CASE WHEN ?1 = 'fulfilled' THEN ?3 ELSE fulfilled_at END,
    ended_at = CASE WHEN ?1 IN ('paid', 'fulfilled') THEN NULL ELSE ?3 END
  WHERE id = ?4`);

/** Throws RuleViolation if the change is not allowed. `message` is the reason that the buyer sees. */
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
