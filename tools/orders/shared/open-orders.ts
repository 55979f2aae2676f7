import { type Order, openOrdersFor } from "#db/queries/orders/orders.ts";
import type { ProductName } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import type { NextAction } from "../../core/errors/errors.ts";
import { accountOf, type CallContext } from "../../core/operations/context.ts";
import { buttonSentences } from "../../core/text/page-buttons.ts";
import { orderPage, weeksOf } from "./order-record.ts";
import { payUrl } from "./pay-link.ts";

/** The open order of a listing's product, if any, and whether it belongs to the account. */
export async function openOrderFor(
  db: Db,
  context: CallContext,
  listingId: number,
  product: ProductName,
): Promise<{ order: Order; isOwn: boolean } | null> {
  const { accountId, isTest } = accountOf(context);
  const open = (await openOrdersFor(db, listingId, product)).filter(
    ({ expiresAt }) => expiresAt > context.now.toISOString(),
  );
  const own = open.find((order) => order.accountId === accountId && order.isTest === isTest);
  const order = own ?? open[0];
  return order ? { order, isOwn: order === own } : null;
}

/** Both ways to close an open order. The pages do not show the orders of a sandbox key, so these cannot be canceled. */
export function closingActions(db: Db, order: Order, { urls }: Pick<CallContext, "urls">, then: string): NextAction[] {
  const { number, isTest } = order;
  const page = orderPage(urls, number);
  const cancel = { why: buttonSentences.cancelAndThen(number, then), who: "human", url: page } as const;
  const why = `${isTest ? "Pay" : "Or pay"} for order ${number}.`;
  const pay = { why, who: "human", url: payUrl(db, order, urls) ?? page } as const;
  return isTest ? [pay] : [cancel, pay];
}

/** What an order contains, such as `“Paid launch: Kelp” (2026-W49)`. */
export const contentWords = ({ lines }: Order): string =>
  lines.map((line) => `“${line.name}” (${weeksOf(line).join(", ") || "immediate start"})`).join(" and ");
