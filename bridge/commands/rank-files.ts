import { AdminError } from "./command.ts";

/** The host and number of a line, null for a header or comment, or a string that describes a fault. */
export type RankLine = { host: string; number: number } | string | null;
export type LineReader = (line: string) => RankLine;

export const rankFormats = ["tranco", "commoncrawl", "values"] as const;
export type RankFormat = (typeof rankFormats)[number];

/** Returns a reader for one file. `column` selects the column of numbers if the format has several. */
export function lineReader(format: RankFormat, column?: string): LineReader {
  if (format === "commoncrawl") return columnReader("\t", column ?? "harmonicc_pos", commonCrawlColumns, reversedHost);
  if (format === "values") return columnReader(",", column ?? "value", null, plainHost);
  return (line) => {
    const comma = line.indexOf(",");
    if (comma < 0) return 'is not "rank,host"';
    return rankLine(plainHost(line.slice(comma + 1)), line.slice(0, comma));
  };
}

// Columns of the files at https://commoncrawl.org/web-graphs. The header starts with #. Older files have no header.
const commonCrawlColumns = ["harmonicc_pos", "harmonicc_val", "pr_pos", "pr_val", "host_rev"];
const hostColumns = ["host", "domain", "host_rev"];

function columnReader(
  separator: string,
  column: string,
  standard: string[] | null,
  hostOf: (text: string) => string,
): LineReader {
  let columns = standard;
  let isFirst = true;
  let at = { host: -1, number: -1 };
  return (line) => {
    const cells = line.split(separator);
    if (isFirst) {
      isFirst = false;
      const isHeader = standard === null || line.startsWith("#");
      if (isHeader) columns = cells.map((cell) => unquoted(cell).replace(/^#/, "").trim().toLowerCase());
      at = { host: columns!.findIndex((name) => hostColumns.includes(name)), number: columns!.indexOf(column) };
      if (at.host < 0 || at.number < 0)
        throw new AdminError(
          `The file has no column "${at.host < 0 ? "host" : column}". Its columns are ${columns!.join(", ").slice(0, 200)}.`,
        );
      if (isHeader) return null;
    }
    if (line.startsWith("#")) return null;
    if (cells.length <= Math.max(at.host, at.number)) return "has too few columns";
    return rankLine(hostOf(unquoted(cells[at.host]!)), unquoted(cells[at.number]!));
  };
}

const unquoted = (cell: string) => cell.trim().replace(/^"(.*)"$/, "$1");

function rankLine(host: string, text: string): RankLine {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0) return `"${text.slice(0, 40)}" is not a number`;
  if (host === "") return "has no host";
  return { host, number };
}

function plainHost(text: string): string {
  const host = text.trim().toLowerCase();
  return host.startsWith("www.") ? host.slice(4) : host;
}

const reversedHost = (text: string) => plainHost(text.trim().split(".").reverse().join("."));

/** Converts a rank to a value from 0 to 100: 100 for rank 1, 0 for the last rank, on a logarithmic scale in between. */
export function valueOfRank(rank: number, maxRank: number): number {
  if (maxRank <= 1) return 100;
  const value = 100 * (1 - Math.log10(Math.max(rank, 1)) / Math.log10(maxRank));
  return Math.min(100, Math.max(0, Math.round(value)));
}
