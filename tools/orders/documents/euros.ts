import { latestRate } from "#db/queries/common/exchange-rates.ts";
import type { Db } from "#db/store/store.ts";
import { dayMs, utcDay } from "#db/values/week.ts";
import { Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { euro, inEuroCents, whyNotSold } from "../../core/text/currency.ts";

/** Amounts in euros for the VAT return (Directive 2006/112/EC, articles 91 and 230). */
export interface Euros {
  net: number;
  vat: number;
  gross: number;
  /** How many units of the document's currency one euro is worth. */
  rate: string;
  day: string;
  source: string;
}

/** The maximum age of a rate at the time of a sale. It is long enough for a monthly import. */
const oldestDays = 35;

/**
 * Throws 503 if there is no current rate, because an invoice must show its VAT in euros. Exempt sellers need no rate,
 * because they file no VAT return.
 */
export async function requireRate(db: Db, { site, seller, now, log }: CallContext): Promise<void> {
  const { currency } = site;
  const why = whyNotSold(currency);
  if (why !== null)
    throw new Problem(
      "unavailable",
      `Ordering is not possible: this site sells in ${currency}, which ${why}. The operator must choose another currency.`,
      { retryAfter: 3600 },
    );
  if (currency === euro || seller.vatScheme === "exempt") return;
  const found = await latestRate(db, currency, utcDay(now));
  if (found && found.day >= utcDay(new Date(now.getTime() - oldestDays * dayMs))) return;
  log.error(
    { site: site.key, currency, newest: found?.day ?? null },
    "orders are refused: the exchange rate is missing or too old; run: admin rate import FILE",
  );
  throw new Problem(
    "unavailable",
    `This site sells in ${currency}, and its operator has not imported ${found ? `an exchange rate since ${found.day}` : "any exchange rate"} (admin rate import). Invoices need a current rate, so ordering is not possible until the operator imports one.`,
    { retryAfter: 3600 },
  );
}

/** Converts at the latest rate. Returns null for euros, or if no rate was ever imported. */
export async function eurosOf(
  db: Db,
  { currency, net, vat }: { currency: string; net: number; vat: number },
  now: Date,
): Promise<Euros | null> {
  const found = currency === euro ? null : await latestRate(db, currency, utcDay(now));
  return found && eurosBy(found, { net, vat }, currency);
}

/** Converts at a given rate. A credit note uses its invoice's rate, so the two documents cancel out. */
export function eurosBy(
  { rate, day, source }: Pick<Euros, "rate" | "day" | "source">,
  sums: { net: number; vat: number },
  currency: string,
): Euros {
  const net = inEuroCents(sums.net, currency, rate);
  const vat = inEuroCents(sums.vat, currency, rate);
  return { net, vat, gross: net + vat, rate, day, source };
}
