import type { Order } from "#db/queries/orders/orders.ts";
import type { Db } from "#db/store/store.ts";
import type { SiteUrls } from "../../core/operations/context.ts";
import type { Payable } from "../../core/ports/payments.ts";
import { isBillable } from "./order-record.ts";
import { payPath } from "./pay-link.ts";

export const isPayable = (order: Order): boolean => order.gross !== null && isBillable(order.billing);

/** Returns the same values each time, so the provider recognises a retry. */
export function payableOf(db: Db, order: Order, { base }: SiteUrls): Payable {
  const path = payPath(db, order) ?? "/account/orders?";
  return {
    number: order.number,
    email: order.email,
    currency: order.currency,
    lines: order.lines.map(({ name, quantity, gross }) => ({
      name: quantity > 1 ? `${quantity} × ${name}` : name,
      gross: gross!,
    })),
    expiresAt: new Date(order.expiresAt),
    paidUrl: `${base}${path}&back=paid`,
    canceledUrl: base + path,
  };
}
