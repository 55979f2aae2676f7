import { preparedSql, type Tx } from "../../store/store.ts";

const lastOrderQuery = preparedSql<{ last: number }, [year: number]>(
  "SELECT ifnull(max(sequence), 0) AS last FROM orders WHERE year = ?",
);

/** Returns the next order number of a year, such as `SW-2026-000123`. Insert the order in the same transaction. */
export async function nextOrderNumber(tx: Tx, now: Date) {
  const year = now.getUTCFullYear();
  const sequence = (await lastOrderQuery.value(tx, year)) + 1;
  return { year, sequence, number: `SW-${year}-${String(sequence).padStart(6, "0")}` };
}

export const nextInvoiceNumber = preparedSql<{ next: number }, [series: string, year: number]>(
  "SELECT ifnull(max(sequence), 0) + 1 AS next FROM invoices WHERE series = ? AND year = ?",
).value;
