import type { Measured } from "./load.ts";

/** One measured line. `ratio` is Slipway's value divided by the baseline. */
export interface Row {
  what: string;
  listings: number;
  slipway: string;
  comparedWith: string;
  ratio: number | null;
  target: { min: number } | { max: number } | null;
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
    target === null ? "" : "min" in target ? `>= ${target.min}` : `<= ${target.max}`,
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
  return ("min" in target ? ratio >= target.min : ratio <= target.max) ? "met" : "missed";
}

type Throughput = Pick<Measured, "perSecond" | "cpuPerAnswer">;

/** A line that compares requests per second and processor time with a baseline. */
export const throughputRow = (
  what: string,
  listings: number,
  [own, other]: [own: Throughput, other: Throughput],
  { name, min, notes = "" }: { name: string; min?: number; notes?: string },
): Row => ({
  what,
  listings,
  slipway: perSecond(own.perSecond),
  comparedWith: `${name} ${perSecond(other.perSecond)}`,
  ratio: own.perSecond / other.perSecond,
  target: min === undefined ? null : { min },
  notes: `${notes}processor ${own.cpuPerAnswer.toFixed(0)} µs against ${other.cpuPerAnswer.toFixed(0)} µs`,
});

export const percentiles = ({ p50, p99 }: Pick<Measured, "p50" | "p99">) =>
  `p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}; `;

export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en")}/s`;
export const milliseconds = (value: number) => `${value.toFixed(2)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
