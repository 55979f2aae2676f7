import { dayMs, utcDay } from "#db/values/week.ts";
import { euro, inEuroCents } from "../../core/text/currency.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

/** The totals for one country and one rate in the one-stop-shop return. */
export interface OssLine {
  country: string;
  vat_rate_bp: number;
  currency: string;
  /** The earlier quarter that the line corrects, such as `2026-Q3` (Directive 2006/112/EC, article 369h), or null. */
  corrects_quarter: string | null;
  /** The number of invoice lines in the totals. */
  lines: number;
  net: number;
  vat: number;
}

export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;

/** The first day of a quarter such as `2026-Q4` and that of the next quarter; null if the name is invalid. */
export function quarterDays(quarter: string): { from: string; until: string } | null {
  const [, year, number] = /^(\d{4})-Q([1-4])$/.exec(quarter.toUpperCase()) ?? [];
  if (year === undefined) return null;
  const start = (month: number) => new Date(Date.UTC(Number(year), month)).toISOString();
  const first = (Number(number) - 1) * 3;
  return { from: start(first), until: start(first + 3) };
}

/** Totals in euros, the currency of the return. They are null until the rate of the quarter's last day is known. */
export interface EuroLine extends OssLine {
  net_eur: number | null;
  vat_eur: number | null;
}

/** Uses the rate of the quarter's last day, or of the next day with a rate (Directive 2006/112/EC, article 369h). */
export async function ossInEuros(
  lines: readonly OssLine[],
  quarter: string,
  rateFrom: (currency: string, day: string) => Promise<{ rate: string } | null>,
): Promise<EuroLine[]> {
  return Promise.all(
    lines.map(async (line) => {
      const { currency, corrects_quarter, net, vat } = line;
      if (currency === euro) return { ...line, net_eur: net, vat_eur: vat };
      const found = await rateFrom(currency, lastDayOf(corrects_quarter ?? quarter));
      const convert = (amount: number) => found && inEuroCents(amount, currency, found.rate);
      return { ...line, net_eur: convert(net), vat_eur: convert(vat) };
    }),
  );
}

const lastDayOf = (quarter: string): string => utcDay(new Date(Date.parse(quarterDays(quarter)!.until) - dayMs));

/** Totals of sales to consumers in other EU countries. A credit note counts for its invoice's quarter. */
export function ossReturn(documents: readonly InvoiceDocument[]): OssLine[] {
  const sums = new Map<string, OssLine>();
  for (const document of documents) {
    const { tax, currency, kind, corrects, issued_on } = document;
    if (tax.treatment !== "oss" || tax.tax_country === null || document.is_test) continue;
    const quarter = corrects ? quarterOf(corrects.issued_on) : null;
    const corrects_quarter = quarter === quarterOf(issued_on) ? null : quarter;
    const sign = kind === "credit_note" ? -1 : 1;
    for (const { vat_rate_bp, net, vat } of document.lines) {
      const key = JSON.stringify([tax.tax_country, vat_rate_bp, currency, corrects_quarter]);
      const none = { country: tax.tax_country, vat_rate_bp, currency, corrects_quarter, lines: 0, net: 0, vat: 0 };
      const line = sums.get(key) ?? none;
      sums.set(key, { ...line, lines: line.lines + 1, net: line.net + sign * net, vat: line.vat + sign * vat });
    }
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}
