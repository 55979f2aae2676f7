import { type Order, orderByNumber } from "#db/queries/orders/orders.ts";
import type { Db } from "#db/store/store.ts";
import { notFound } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";

/**
 * Throws 404 for unknown orders and other people's orders. Only sandbox keys find sandbox orders, and they find no
 * others.
 */
export async function ownOrder(db: Db, context: CallContext, number: string): Promise<Order> {
  const { accountId, isTest } = accountOf(context);
  const order = await orderByNumber(db, number);
  if (order && order.accountId === accountId && order.isTest === isTest) return order;
  return notFound("order", number, [
    { tool: "list_my_orders", why: "List your orders with their numbers.", who: "agent" },
  ]);
}
