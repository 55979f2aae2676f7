import type { FormerPrice, Plan } from "#db/schema/listing-fields.ts";
import type { PricePeriod } from "#db/schema/vocabulary.ts";
import { currencyFormat, decimalText } from "./currency.ts";

export const periods: Record<PricePeriod, string> = {
  month: "per month",
  year: "per year",
  seat_month: "per person and month",
  seat_year: "per person and year",
  once: "once",
  usage: "by usage",
};

/** An amount in minor units, such as `€12` and `€12.50`. */
export const amountText = (amount: number, currency: string): string =>
  currencyFormat(currency, "stripIfInteger").format(decimalText(amount, currency) as `${number}`);

/** A product's price, such as `€12 per person and month`. */
export const planPrice = ({ price, currency, per }: Pick<Plan, "price" | "currency" | "per">): string =>
  price === 0 ? "Free" : `${amountText(price, currency)} ${periods[per]}`;

/** A text with notes after it, such as `ISO 27001 (https://example.com/iso)`. */
export function withNotes(text: string, ...notes: (string | null | undefined)[]): string {
  const known = notes.filter(Boolean);
  return known.length === 0 ? text : `${text} (${known.join("; ")})`;
}

/** A plan in one line, such as `Team: €12 per person and month`. */
export const planText = (plan: Omit<Plan, "url">): string =>
  withNotes(`${plan.name}: ${planPrice(plan)}`, plan.free_limits);

/** All columns of a plan. A free plan has a currency and a unit, too: `Solo: €0 per month (3 boats)`. */
export const wholePlanText = ({ name, price, currency, per, free_limits, url }: Plan): string =>
  withNotes(`${name}: ${amountText(price, currency)} ${periods[per]}`, free_limits, url);

/** A price that no longer applies, such as `Team: €12 per month until 2026-11-24`. */
export const formerPriceText = ({ plan, until, ...price }: Omit<FormerPrice, "from">): string =>
  `${/^free$/i.test(plan) ? "Free plan" : plan}: ${price.price === 0 ? "free" : planPrice(price)} until ${until.slice(0, 10)}`;
