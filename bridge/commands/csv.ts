// Matches cells that spreadsheets would run as formulas. Names in an export are user input (OWASP, "CSV Injection").
const formula = /^'*[=+\-@\t\r]/;

/**
 * Returns a CSV row with its line ending. A list is joined with semicolons if `readCsvList` can split it again. Other
 * lists and objects are written as JSON.
 */
export const csvRow = (cells: readonly unknown[]): string => `${cells.map(encodeCell).join(",")}\r\n`;

function encodeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  const text = textOf(cell);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function textOf(cell: unknown): string {
  if (typeof cell === "string") return cell;
  const isPlainList = Array.isArray(cell) && cell.every((part) => typeof part === "string" && isPlainPart(part));
  return isPlainList ? cell.join("; ") : JSON.stringify(cell);
}

const isPlainPart = (part: string) => part !== "" && part === part.trim() && !part.includes(";") && !/^[[{]/.test(part);

export const isOpen = (text: string): boolean => (text.match(/"/g)?.length ?? 0) % 2 === 1;

const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

export function readCsvRow(row: string): string[] | null {
  const cells: string[] = [];
  const text = row.replace(/\r$/, "");
  cell.lastIndex = 0;
  for (let end = ","; end === ","; ) {
    const found = cell.exec(text);
    if (!found) return null;
    const [, quoted, bare, separator] = found;
    cells.push(unguarded(quoted?.replaceAll('""', '"') ?? bare!));
    end = separator!;
  }
  return cells;
}

const unguarded = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);

/** Parses a list cell as written by `csvRow`. Invalid JSON is returned unchanged. */
export function readCsvList(text: string): unknown {
  if (/^\s*\[/.test(text)) return readCsvJson(text);
  return text
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean);
}

export function readCsvJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
