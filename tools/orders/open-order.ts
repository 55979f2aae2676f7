import { type Order, openOrdersFor } from "#db/queries/orders/orders.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { Problem } from "../core/errors/errors.ts";
import { readWeek } from "../core/input/periods.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import type { OrderItem } from "./shared/records.ts";

/**
 * Returns null if no order is open. Throws 409 if an open order has only some of the items or has different details.
 */
export async function openOrderOf(db: Db, context: CallContext, items: readonly OrderItem[]): Promise<Order | null> {
  const { accountId, isTest } = accountOf(context);
  for (const { product, listing_id } of items) {
    const open = (await openOrders(db, context, listing_id, product)).find(
      (order) => order.accountId === accountId && order.isTest === isTest,
    );
    if (!open) continue;
    if (isSame(open, items, context.now)) return open;
    const { number } = open;
    const detail = `Order ${number} is still open and contains “${nameIn(open, product, listing_id)}” with different details. Pay for that order or cancel it first.`;
    const url = `${context.urls.base}/account/orders/${number}`;
    throw new Problem("conflict", detail, {
      nextActions: [
        { tool: "get_order", arguments: { number }, why: "See the open order.", who: "agent" },
        { why: `View order ${number}`, who: "human", url },
      ],
    });
  }
  return null;
}

export async function requireNoOther(tx: Tx, context: CallContext, items: readonly OrderItem[]): Promise<void> {
  for (const { product, listing_id } of items) {
    const [open] = await openOrders(tx, context, listing_id, product);
    if (open)
      throw new Problem("conflict", `Another owner has an open order for “${nameIn(open, product, listing_id)}”.`);
  }
}

const nameIn = ({ lines }: Order, product: OrderItem["product"], listingId: number) =>
  lines.find((line) => line.product === product && line.listingId === listingId)!.name;

const openOrders = async (db: Db, { now }: CallContext, listingId: number, product: OrderItem["product"]) =>
  (await openOrdersFor(db, listingId, product)).filter(({ expiresAt }) => expiresAt > now.toISOString());

const isSame = ({ lines }: Order, items: readonly OrderItem[], now: Date) =>
  lines.length === items.length &&
  items.every(({ product, listing_id, quantity, launch_week }) =>
    lines.some((line) => {
      const week = launch_week == null ? null : readWeek(launch_week, now);
      const isWeek = week === null || week === (line.launchWeek ?? weekOf(now));
      return line.product === product && line.listingId === listing_id && line.quantity === quantity && isWeek;
    }),
  );
