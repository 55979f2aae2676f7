import { AdminError } from "./command.ts";
import { readCsvRow } from "./csv.ts";

interface Rate {
  currency: string;
  day: string;
  rate: string;
}

/**
 * Reads a CSV file of the European Central Bank: one column per currency, one row per day. Throws an AdminError that
 * names the line.
 */
export function readEcbRates(text: string): Rate[] {
  const [head = "", ...rows] = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .filter((row) => row.trim() !== "");
  const [first, ...currencies] = cellsOf(head, 1);
  if (first !== "Date") refuse(1, "the first column must be Date, as in the ECB's files");
  return rows.flatMap((row, index) => {
    const [date = "", ...rates] = cellsOf(row, index + 2);
    const day = dayOf(date) ?? refuse(index + 2, `"${date}" is not a date`);
    return rates.flatMap((rate, column) => {
      const currency = currencies[column];
      // The bank writes N/A for days without a rate and ends each row with a comma.
      if (!currency || rate === "" || rate === "N/A") return [];
      if (!/^\d{1,7}(?:\.\d{1,6})?$/.test(rate) || Number(rate) === 0)
        refuse(index + 2, `"${rate}" is not an exchange rate for ${currency}`);
      return [{ currency, day, rate }];
    });
  });
}

const cellsOf = (row: string, line: number): string[] =>
  (readCsvRow(row) ?? refuse(line, "the quotes are unbalanced")).map((cell) => cell.trim());

function dayOf(text: string): string | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(text)
    ? Date.parse(text)
    : /^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(text)
      ? Date.parse(`${text} UTC`)
      : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}

function refuse(line: number, why: string): never {
  throw new AdminError(`Line ${line} of the file is not valid: ${why}`);
}
