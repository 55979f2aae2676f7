import { preparedSql, type Tx } from "../../store/store.ts";

/** A currency's exchange rate on a given day: the units of the currency per euro, as the source published them. */
export interface ExchangeRate {
  currency: string;
  day: string;
  rate: string;
  source: string;
}

const saveQuery = preparedSql<{ day: string }, [string, string, string, string]>(`
  INSERT INTO exchange_rates (currency, day, rate, source) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (currency, day) DO UPDATE SET rate = ?3, source = ?4 WHERE rate <> ?3 OR source <> ?4 RETURNING day`);

/** Returns false if the same rate was already stored. */
export const saveExchangeRate = (tx: Tx, { currency, day, rate, source }: ExchangeRate): Promise<boolean> =>
  saveQuery.changes(tx, currency, day, rate, source);

const columns = "SELECT currency, day, rate, source FROM exchange_rates";

export const latestRate = preparedSql<ExchangeRate, [currency: string, day: string]>(
  `${columns} WHERE currency = ? AND day <= ? ORDER BY day DESC LIMIT 1`,
).get;

/** The rate for a day, or for the next day that has one. */
export const nextRate = preparedSql<ExchangeRate, [currency: string, day: string]>(
  `${columns} WHERE currency = ? AND day >= ? ORDER BY day LIMIT 1`,
).get;

export const newestRates = preparedSql<ExchangeRate, []>(`
  SELECT currency, max(day) AS day, rate, source FROM exchange_rates GROUP BY currency ORDER BY currency`).all;
