import { lookup } from "#db/values/lookup.ts";

const maxWidth = 60;

type Cell = string | number | null | undefined;

/** Rows as aligned columns under their names; numbers to the right, long text cut. */
export function table<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  if (rows.length === 0) return "None.";
  const cells = rows.map((row) => columns.map((column) => shown(cellOf(row, column))));
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

/** One record as two columns. */
export const fieldTable = (record: object): string =>
  table(
    Object.entries(record).map(([field, value]) => ({ field, value })),
    ["field", "value"],
  );

const cellOf = (row: object, column: string) => lookup(row as Record<string, Cell>, column);

const widthOf = (text: string) => Bun.stringWidth(text);

// Names come from strangers: a control character could rewrite what the terminal shows.
function shown(cell: Cell): string {
  const text = String(cell ?? "-").replace(/\p{Cc}+/gu, " ");
  return text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text;
}
