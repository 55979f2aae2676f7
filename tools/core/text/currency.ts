export const euro = "EUR";

// Creating a format takes 20 µs, as long as the rest of a card.
const formats = new Map<string, Intl.NumberFormat>();

/** Throws if the currency does not have the form of a code. */
export function currencyFormat(currency: string, trailingZeroDisplay: "auto" | "stripIfInteger"): Intl.NumberFormat {
  const key = currency + trailingZeroDisplay;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency, trailingZeroDisplay });
  formats.set(key, format);
  return format;
}

const digits = new Map<string, number>();
export function digitsOf(currency: string): number {
  const count = digits.get(currency) ?? currencyFormat(currency, "auto").resolvedOptions().maximumFractionDigits!;
  digits.set(currency, count);
  return count;
}

/** Writes an amount as a decimal number, without rounding. */
export function decimalText(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = text.slice(0, text.length - digits);
  return `${amount < 0 ? "-" : ""}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ""}`;
}

/** Reads a decimal number as an amount. Returns NaN if the text is not an amount of the currency. */
export function minorUnits(text: string, currency: string): number {
  const digits = digitsOf(currency);
  const [, whole, fraction = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > digits) return Number.NaN;
  return Number(whole + fraction.padEnd(digits, "0"));
}

// Codes that begin with X are not money of a country (ISO 4217), such as gold and "no currency", except these.
export const currencies = Intl.supportedValuesOf("currency").filter((code) => !/^X(?!AF|CD|CG|OF|PF)/.test(code));

/**
 * Cards support at most two decimals. Stripe does not charge subunits of the ariary (docs.stripe.com/currencies, read
 * 2026-11-22).
 */
export function whyNotSold(currency: string): string | null {
  if (!currencies.includes(currency)) return "is not an ISO 4217 currency";
  const digits = digitsOf(currency);
  if (digits > 2)
    return `has ${digits} decimal places, but card payments support only two, so VAT could not be charged exactly`;
  return currency === "MGA" ? "cannot be charged in fractions of a unit" : null;
}

/** A currency with its units per euro, as decimal text. */
export interface Rated {
  currency: string;
  rate: string;
}

/** Converts an amount exactly and then rounds it, without floating-point numbers. Half is rounded away from zero. */
export function convert(amount: number, from: Rated, to: Rated, round: "up" | "down" | "nearest"): number {
  const [own, wanted] = [unitsPerEuro(from), unitsPerEuro(to)];
  const dividend = BigInt(Math.abs(amount)) * wanted.minor * own.scale;
  const divisor = own.minor * wanted.scale;
  const added = { up: divisor - 1n, down: 0n, nearest: divisor / 2n };
  const converted = Number((dividend + added[round]) / divisor);
  return amount < 0 ? -converted : converted;
}

export const inEuroCents = (amount: number, currency: string, rate: string): number =>
  convert(amount, { currency, rate }, { currency: euro, rate: "1" }, "nearest");

function unitsPerEuro({ currency, rate }: Rated) {
  const [whole, decimals = ""] = rate.split(".");
  return {
    minor: BigInt(whole! + decimals) * 10n ** BigInt(digitsOf(currency)),
    scale: 10n ** BigInt(decimals.length),
  };
}
