import { latestRate } from "#db/queries/common/exchange-rates.ts";
import type { Db } from "#db/store/store.ts";
import { dayMs, utcDay } from "#db/values/week.ts";
import { Problem } from "../../core/errors/errors.ts";
import type { CallContext } from "../../core/operations/context.ts";
import { euro, inEuroCents, whyNotSold } from "../../core/text/currency.ts";

/** What a document in another currency comes to in euros, for the return (Directive 2006/112/EC, articles 91 and 230). */
export interface Euros {
  net: number;
  vat: number;
  gross: number;
  /** Units of the document's currency for one euro, who published it and for which day. */
  rate: string;
  day: string;
  source: string;
}

/** A rate may be so old when something is sold by it: whoever imports once a month is in time. */
const oldestDays = 35;

/**
 * Throws 503 where the site's currency cannot be charged, or no present rate of it was imported: an invoice could not
 * say its VAT in euros. A seller who charges no VAT has no return to make.
 */
export async function requireRate(db: Db, { site, seller, now, log }: CallContext): Promise<void> {
  const { currency } = site;
  const why = whyNotSold(currency);
  if (why !== null)
    throw new Problem(
      "unavailable",
      `Nothing can be ordered here: this site sells in ${currency}, which ${why}. Its operator has to choose another currency.`,
      { retryAfter: 3600 },
    );
  if (currency === euro || seller.vatScheme === "exempt") return;
  const found = await latestRate(db, currency, utcDay(now));
  if (found && found.day >= utcDay(new Date(now.getTime() - oldestDays * dayMs))) return;
  log.error(
    { site: site.key, currency, newest: found?.day ?? null },
    "nothing can be sold: no exchange rate is known, or it is too old; run: admin rate import FILE",
  );
  throw new Problem(
    "unavailable",
    `This site sells in ${currency}, and its operator has not imported ${found ? `an exchange rate since ${found.day}` : "any exchange rate"} (admin rate import), which its invoices need. Nothing can be ordered until then.`,
    { retryAfter: 3600 },
  );
}

/** Sums in euros, by the latest rate up to a time; null for euros, and where no rate was ever imported. */
export async function eurosOf(
  db: Db,
  { currency, net, vat }: { currency: string; net: number; vat: number },
  now: Date,
): Promise<Euros | null> {
  const found = currency === euro ? null : await latestRate(db, currency, utcDay(now));
  return found && { ...sumsInEuros({ net, vat }, currency, found.rate), ...said(found) };
}

const said = ({ rate, day, source }: Pick<Euros, "rate" | "day" | "source">) => ({ rate, day, source });

/** A part of a document that has been turned into euros, by the same rate, so that both cancel out. */
export const eurosBy = (
  known: Euros | null,
  { net, vat }: { net: number; vat: number },
  currency: string,
): Euros | null => known && { ...sumsInEuros({ net, vat }, currency, known.rate), ...said(known) };

function sumsInEuros(sums: { net: number; vat: number }, currency: string, rate: string) {
  const net = inEuroCents(sums.net, currency, rate);
  const vat = inEuroCents(sums.vat, currency, rate);
  return { net, vat, gross: net + vat };
}
