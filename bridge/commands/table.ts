import { lookup } from "#db/values/lookup.ts";

const maxWidth = 60;

/** Formats rows as aligned columns with a header. Numbers are right-aligned, and long text is cut. */
export function table<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  if (rows.length === 0) return "No records found.";
  const cells = rows.map((row) => columns.map((column) => cellText(cellOf(row, column))));
  const widths = columns.map((column, i) => Math.max(...[column, ...cells.map((line) => line[i]!)].map(widthOf)));
  const isNumber = columns.map((column) => rows.every((row) => typeof cellOf(row, column) === "number"));
  const line = (parts: readonly string[]) =>
    parts
      .map((part, i) => {
        const space = " ".repeat(widths[i]! - widthOf(part));
        return isNumber[i] ? space + part : part + space;
      })
      .join("  ")
      .trimEnd();
  return [line(columns), ...cells.map(line)].join("\n");
}

export const fieldTable = (record: object): string =>
  table(
    Object.entries(record).map(([field, value]) => ({ field, value })),
    ["field", "value"],
  );

const cellOf = (row: object, column: string) => lookup(row as Record<string, unknown>, column);

const widthOf = (text: string) => Bun.stringWidth(text);

// Names are user input: a control character could change what the terminal shows.
function cellText(cell: unknown): string {
  const whole = Array.isArray(cell) ? cell.join(",") : typeof cell === "object" && cell ? JSON.stringify(cell) : cell;
  const text = String(whole ?? "-").replace(/\p{Cc}+/gu, " ");
  return text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text;
}
