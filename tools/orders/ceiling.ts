import { latestRate } from "#db/queries/common/exchange-rates.ts";
import { type Order, orderedThrough } from "#db/queries/orders/orders.ts";
import type { Tx } from "#db/store/store.ts";
import { utcDay } from "#db/values/week.ts";
import { accountOf, type CallContext } from "../core/operations/context.ts";
import { euro, inEuroCents } from "./documents/euros.ts";

/**
 * Whether an order of `net` in the site's currency takes what its key or app orders in this UTC day above the ceiling.
 * Asked in the transaction that writes the order, so that two at once see each other. In a currency without a known
 * rate nothing can be compared, and the owner is asked.
 */
export async function isAboveCeiling(tx: Tx, context: CallContext, net: number): Promise<boolean> {
  const { orderCeiling, site, now } = context;
  const { kind, accountId, via } = accountOf(context);
  if (orderCeiling === null || kind === "person") return false;
  const today = utcDay(now);
  const before = await orderedThrough(tx, accountId, via, new Date(today));
  let cents = 0;
  for (const sum of [...before, { currency: site.currency, net }]) {
    const rate = sum.currency === euro ? "1" : (await latestRate(tx, sum.currency, today))?.rate;
    if (rate === undefined) return true;
    cents += inEuroCents(sum.net, sum.currency, rate);
  }
  return cents > orderCeiling;
}

/** Whether the owner has yet to approve an order before it can be paid. */
export const awaitsOwner = ({ needsApproval, approvedAt }: Pick<Order, "needsApproval" | "approvedAt">): boolean =>
  needsApproval && approvedAt === null;
