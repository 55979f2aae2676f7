import type { Plan } from "../schema/listing-fields.ts";
import type { PricePeriod } from "../schema/vocabulary.ts";

export type Priced = Pick<Plan, "price" | "currency" | "per">;

/** The months that a price covers. A price that is paid once or by usage has no price a month. */
const months: Record<PricePeriod, number | null> = {
  month: 1,
  seat_month: 1,
  year: 12,
  seat_year: 12,
  once: null,
  usage: null,
};

/** The price for one person and month of the cheapest plan above 0, by currency. */
export function monthlyPrices(plans: readonly Priced[]): Map<string, number> {
  const cheapest = new Map<string, number>();
  for (const { price, currency, per } of plans) {
    const covered = months[per];
    if (price === 0 || covered === null) continue;
    const monthly = Math.ceil(price / covered);
    cheapest.set(currency, Math.min(monthly, cheapest.get(currency) ?? monthly));
  }
  return cheapest;
}

export const hasFreePlan = (plans: readonly Priced[]): boolean => plans.some(({ price }) => price === 0);
