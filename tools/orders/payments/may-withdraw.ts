import type { Order } from "#db/queries/orders/orders.ts";
import { dayMs, weekOf } from "#db/values/week.ts";

const withdrawalDays = 14;

export const isConsumer = ({ billing }: Pick<Order, "billing">): boolean =>
  billing?.company === null && billing.vatId === null;

/** Why the buyer cannot withdraw; null if withdrawal is possible (Directive 2011/83/EU, article 9). */
export function whyNoWithdrawal(order: Order, now: Date): string | null {
  const { number, status, paidAt, withdrawnAt } = order;
  if (withdrawnAt !== null) return `You have already withdrawn from order ${number}.`;
  if (paidAt === null || (status !== "paid" && status !== "fulfilled"))
    return `Order ${number} has the status ${status}, so there is no contract to withdraw from.`;
  if (!isConsumer(order)) return "Only consumers can withdraw, and this order was placed for a company.";
  if (now.getTime() > Date.parse(paidAt) + withdrawalDays * dayMs)
    return `The withdrawal period of ${withdrawalDays} days has ended.`;
  return null;
}

export const isUntouched = ({ lines }: Order, now: Date): boolean =>
  lines.every(({ effect }) => {
    if (effect === null) return true;
    if (effect.kind === "sections") return false;
    const weeks = effect.kind === "billboard" ? effect.weeks : [effect.week];
    return weeks.every((week) => week !== null && week > weekOf(now));
  });
