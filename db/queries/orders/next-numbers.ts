import { preparedSql, type Tx } from "../../store/store.ts";

const lastOrderQuery = preparedSql<{ last: number | null }, [number]>(
  "SELECT max(sequence) AS last FROM orders WHERE year = ?",
);

/** The next number of a year, such as `SW-2026-000123`. The insert in the same transaction takes it. */
export async function nextOrderNumber(tx: Tx, now: Date) {
  const year = now.getUTCFullYear();
  const sequence = ((await lastOrderQuery.get(tx, year))!.last ?? 0) + 1;
  return { year, sequence, number: `SW-${year}-${String(sequence).padStart(6, "0")}` };
}

const lastInvoiceQuery = preparedSql<{ last: number | null }, [string, number]>(
  "SELECT max(sequence) AS last FROM invoices WHERE series = ? AND year = ?",
);

export const nextInvoiceNumber = async (tx: Tx, series: string, year: number): Promise<number> =>
  ((await lastInvoiceQuery.get(tx, series, year))!.last ?? 0) + 1;
