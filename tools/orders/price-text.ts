import { digitsOf } from "../core/currency.ts";

/** An amount in minor units as people write it, such as `€99.00`. */
export function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(amount / 10 ** digitsOf(currency));
}

/** An amount in minor units in whole ones for machines, such as `99.00`: moved by its digits, so that nothing is rounded. */
export function decimalText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${amount < 0 ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}
