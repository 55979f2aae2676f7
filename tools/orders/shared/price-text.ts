import { currencyFormat, digitsOf } from "../../core/text/currency.ts";

/** Formats an amount in minor units for people, such as `€99.00`. */
export function priceText(amount: number, currency: string): string {
  return currencyFormat(currency, "auto").format(amount / 10 ** digitsOf(currency));
}
