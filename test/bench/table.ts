/** One measured line. `ratio` is Slipway's value divided by the baseline. */
export interface Row {
  what: string;
  listings: number;
  slipway: string;
  comparedWith: string;
  ratio: number | null;
  target: { least: number } | { most: number } | null;
  notes: string;
}

const columns = ["what", "listings", "Slipway", "compared with", "ratio", "target", "verdict", "notes"];

export function printTable(rows: Row[]): void {
  const cells = rows.map(({ what, listings, slipway, comparedWith, ratio, target, notes }) => [
    what,
    listings.toLocaleString("en"),
    slipway,
    comparedWith,
    ratio === null ? "" : ratio.toFixed(2),
    target === null ? "" : "least" in target ? `>= ${target.least}` : `<= ${target.most}`,
    verdict(ratio, target),
    notes,
  ]);
  const widths = columns.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd();
  console.log([line(columns), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n"));
}

function verdict(ratio: number | null, target: Row["target"]): string {
  if (ratio === null || target === null) return "";
  return ("least" in target ? ratio >= target.least : ratio <= target.most) ? "holds" : "misses";
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
export const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
