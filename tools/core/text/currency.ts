const format = (currency: string) => new Intl.NumberFormat("en-GB", { style: "currency", currency });

/** Digits of a currency after the point (ISO 4217). */
export const digitsOf = (currency: string): number => format(currency).resolvedOptions().maximumFractionDigits!;

/** An amount in minor units in whole ones for machines, such as `99.00`: moved by its digits, so that nothing is rounded. */
export function decimalText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${amount < 0 ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}

const known = new Set(Intl.supportedValuesOf("currency"));

/**
 * Why nothing can be sold in a currency, as the end of a sentence about it; null where it can. Of three decimals cards
 * take only two, so that VAT could not be charged to the unit; and an ariary has five parts, but Stripe takes it whole
 * (docs.stripe.com/currencies, read 2026-11-22).
 */
export function whyNotSold(currency: string): string | null {
  if (!known.has(currency)) return "is no currency of ISO 4217";
  const digits = digitsOf(currency);
  if (digits > 2)
    return `has ${digits} decimals, of which cards take only two, so that VAT could not be charged exactly`;
  return currency === "MGA" ? "cannot be charged in its parts" : null;
}
