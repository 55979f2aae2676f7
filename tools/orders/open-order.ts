import type { Order, OrderLine } from "#db/queries/orders/orders.ts";
import type { Db, Tx } from "#db/store/store.ts";
import { weekOf } from "#db/values/week.ts";
import { type NextAction, Problem } from "../core/errors/errors.ts";
import { readWeek } from "../core/input/periods.ts";
import type { CallContext } from "../core/operations/context.ts";
import { closingActions, contentWords, openOrderFor } from "./shared/open-orders.ts";
import type { OrderItem } from "./shared/records.ts";
import { firstBillboardWeek } from "./shared/rules.ts";

/**
 * Returns null if no order is open. Throws 409 if an open order has only some of the items or has different details.
 */
export async function openOrderOf(db: Db, context: CallContext, items: readonly OrderItem[]): Promise<Order | null> {
  const order = await ownOpenOrder(db, context, items);
  if (!order || isSame(order, items, context.now)) return order;
  throw new Problem(
    "conflict",
    `No order was created, because order ${order.number} is still open and contains ${contentWords(order)}.`,
    { nextActions: closingActions(db, order, context, "order again") },
  );
}

/** Names the account's open order that `openOrderOf` would return or reject for these items. */
export async function openOrderActions(
  db: Db,
  context: CallContext,
  items: readonly OrderItem[],
): Promise<NextAction[]> {
  const order = await ownOpenOrder(db, context, items);
  if (!order) return [];
  const [first, ...more] = closingActions(db, order, context, "order again");
  const effect = isSame(order, items, context.now)
    ? "While it is open, ordering the same again returns it, at its own price."
    : "While it is open, no new order is created.";
  const isOpen = `Order ${order.number} is still open and contains ${contentWords(order)}. ${effect}`;
  return [{ ...first!, why: `${isOpen} ${first!.why}` }, ...more];
}

async function ownOpenOrder(db: Db, context: CallContext, items: readonly OrderItem[]): Promise<Order | null> {
  for (const { product, listing_id } of items) {
    const open = await openOrderFor(db, context, listing_id, product);
    if (open?.isOwn) return open.order;
  }
  return null;
}

export async function requireNoOther(tx: Tx, context: CallContext, items: readonly OrderItem[]): Promise<void> {
  for (const { product, listing_id } of items) {
    const open = await openOrderFor(tx, context, listing_id, product);
    if (!open) continue;
    const { name } = open.order.lines.find((line) => line.product === product && line.listingId === listing_id)!;
    throw new Problem("conflict", `Another owner has an open order for “${name}”.`);
  }
}

function isSame({ lines }: Order, items: readonly OrderItem[], now: Date): boolean {
  const weekFor = ({ product, listing_id, launch_week }: OrderItem): string | null => {
    if (launch_week != null) return readWeek(launch_week, now);
    if (product !== "billboard") return product === "launch" ? weekOf(now) : null;
    const launch = items.find((item) => item.product === "launch" && item.listing_id === listing_id);
    return firstBillboardWeek(launch && weekFor(launch), now);
  };
  const isLine = (line: OrderLine, item: OrderItem) =>
    line.product === item.product &&
    line.listingId === item.listing_id &&
    line.quantity === item.quantity &&
    (line.launchWeek ?? (line.product === "launch" ? weekOf(now) : null)) === weekFor(item);
  return lines.length === items.length && items.every((item) => lines.some((line) => isLine(line, item)));
}
