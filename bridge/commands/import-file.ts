import { AdminError } from "./admin-error.ts";
import { isOpen, readCsvJson, readCsvList, readCsvRow } from "./csv.ts";
import { type Line, linesOf } from "./lines.ts";

/**
 * An unchecked record, or the reason why the record cannot be read. `line` is the record's first line, counting from 1.
 */
export type FileRecord = { line: number; value: unknown } | { line: number; refused: string };

export const fileFormats = ["ndjson", "csv"] as const;
export type FileFormat = (typeof fileFormats)[number];

const maxLineBytes = 1_048_576;
// Columns whose cells contain lists or objects instead of plain text. Record types ignore columns that they do not
// have.
const listColumns = new Set([
  "also_known_as",
  "categories",
  "platforms",
  "licenses",
  "tags",
  "data_regions",
  "languages",
  "alternative_to",
]);
const objectColumns = new Set(["socials", "faqs", "plans", "certifications"]);

export const formatOf = (path: string): FileFormat => (/\.csv(?:\.gz)?$/i.test(path) ? "csv" : "ndjson");

export async function* recordsOf(path: string | Blob, format: FileFormat): AsyncGenerator<FileRecord[]> {
  const read = format === "csv" ? csvReader() : ndjsonReader;
  for await (const lines of linesOf(path, maxLineBytes)) yield lines.flatMap((line) => read(line) ?? []);
  if (format === "csv") yield [read(null)].filter((record) => record !== null);
}

/** A reader gets one line at a time, and null at the end. It returns a record when a line completes one. */
type Reader = (line: Line | null) => FileRecord | null;

const ndjsonReader: Reader = (line) => {
  if (line === null || line.text?.trim() === "") return null;
  if (line.text === null) return { line: line.number, refused: line.fault! };
  try {
    return { line: line.number, value: JSON.parse(line.text) };
  } catch {
    return { line: line.number, refused: "is not valid JSON" };
  }
};

function csvReader(): Reader {
  let columns: string[] | null = null;
  let open: { line: number; text: string } | null = null;
  return (line) => {
    if (line === null) {
      if (columns === null) throw new AdminError("The file has no header. Its first line must name the columns.");
      return open && { line: open.line, refused: "ends inside quotes" };
    }
    if (line.text === null) {
      open = null;
      return { line: line.number, refused: line.fault! };
    }
    if (open === null && line.text.trim() === "") return null;
    const row: { line: number; text: string } = open
      ? { line: open.line, text: `${open.text}\n${line.text}` }
      : { line: line.number, text: line.text };
    open = isOpen(row.text) && row.text.length <= maxLineBytes ? row : null;
    if (open) return null;
    const cells = readCsvRow(row.text);
    if (columns === null) {
      if (cells === null) throw new AdminError("The file's header has unbalanced quotes.");
      columns = cells.map((name) => name.replace(/^\uFEFF/, "").trim());
      const twice = columns.find((name, i) => name !== "" && columns!.indexOf(name) !== i);
      if (twice !== undefined)
        throw new AdminError(`The file's header has the column "${twice}" twice. Rename or remove one of them.`);
      return null;
    }
    if (cells === null) return { line: row.line, refused: "has unbalanced quotes" };
    if (cells.length !== columns.length)
      return { line: row.line, refused: `has ${cells.length} cells, but the header has ${columns.length}` };
    return { line: row.line, value: recordOf(columns, cells) };
  };
}

const recordOf = (columns: string[], cells: string[]) =>
  Object.fromEntries(
    columns.flatMap((name, i) => {
      const text = cells[i]!;
      if (text === "") return [];
      return [[name, listColumns.has(name) ? readCsvList(text) : objectColumns.has(name) ? readCsvJson(text) : text]];
    }),
  );
