import type { Plan } from "#db/schema/listing-fields.ts";
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

/** A plan in one line, such as `Team: €12 per person and month`. */
export const planText = (plan: Omit<Plan, "url">): string =>
  `${plan.name}: ${planPrice(plan)}${plan.free_limits === null ? "" : ` (${plan.free_limits})`}`;
