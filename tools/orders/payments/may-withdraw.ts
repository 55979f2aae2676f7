import type { Order } from "#db/queries/orders/orders.ts";
import { weekOf } from "#db/values/week.ts";

const withdrawalDays = 14;
const dayMs = 86_400_000;

/** Whether the buyer is protected as a consumer: a buyer without a company. */
export const isConsumer = ({ billing }: Pick<Order, "billing">): boolean =>
  billing?.company === null && billing.vatId === null;

/**
 * The reason why a buyer cannot withdraw from an order, as a sentence; null if they can (Directive 2011/83/EU, article
 * 9).
 */
export function whyNoWithdrawal(order: Order, now: Date): string | null {
  const { number, status, paidAt, withdrawnAt } = order;
  if (withdrawnAt !== null) return `You have already withdrawn from order ${number}.`;
  if (paidAt === null || (status !== "paid" && status !== "fulfilled"))
    return `Order ${number} has the status ${status}, so there is no contract to withdraw from.`;
  if (!isConsumer(order)) return "Only consumers can withdraw, and this order was made for a company.";
  if (now.getTime() > Date.parse(paidAt) + withdrawalDays * dayMs)
    return `The withdrawal period of ${withdrawalDays} days has ended.`;
  return null;
}

/** Whether nothing of an order has started: its launch and its billboard weeks are all in the future. */
export const isUntouched = ({ lines }: Order, now: Date): boolean =>
  lines.every(({ effect }) => {
    if (effect === null) return true;
    if (effect.kind === "sections") return false;
    const weeks = effect.kind === "billboard" ? effect.weeks : [effect.week];
    return weeks.every((week) => week !== null && week > weekOf(now));
  });
