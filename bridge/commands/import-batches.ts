import { statSync } from "node:fs";
import { urlKey } from "#db/queries/listings/company-key.ts";
import { Thread } from "#tools/core/ports/thread.ts";
import { onceEach } from "#tools/listings/shared/fields.ts";
import { proprietary } from "#tools/listings/shared/formats.ts";
import { AdminError } from "./admin-error.ts";
import { type FileFormat, recordsOf } from "./import-file.ts";
import {
  type Checked,
  type ListingLine,
  licenseOf,
  licenseTag,
  readCategory,
  readListing,
  readSubject,
} from "./import-record.ts";
import type { Tasks } from "./import-thread.ts";

/** A valid line with the names of its unknown fields, or the reason why the line is refused. */
export type ImportLine<Record> = { line: number } & Checked<Record>;

export interface ImportSource {
  path: string | Blob;
  format: FileFormat;
  kind: Kind;
  size: number;
}

const categoryReader = () => (value: unknown) => {
  const read = readCategory(value);
  if ("refused" in read) return read;
  const { parent, ...facts } = read.record;
  return { ...read, record: { ...facts, parent: parent || null } };
};

/** Refuses a URL that an earlier line of the file already has. */
function listingReader() {
  const lineByUrl = new Map<string, number>();
  return (value: unknown, line: number) => {
    const read = readListing(value);
    if ("refused" in read) return read;
    const key = urlKey(read.record.url);
    const first = lineByUrl.get(key);
    if (first !== undefined) return { refused: `has the same url as line ${first}` };
    lineByUrl.set(key, line);
    const { license: named, unknown } = licenseOf(read.record.licenses);
    const record = factsOf(read.record);
    const license = record.license || named || undefined;
    // A file may call every product open source.
    const isWrong = license === proprietary && record.pricing === "open-source";
    return {
      record: {
        ...record,
        license,
        pricing: isWrong ? null : record.pricing,
        repository: record.repository || repositoryOf(record.socials.github, license),
      },
      ignored: isWrong ? [...read.ignored, "pricing (open-source, but the license is proprietary)"] : read.ignored,
      unknownLicenses: unknown,
    };
  };
}

/** Returns the GitHub profile of a product with a public license if it is that of a repository. */
const repositoryOf = (github: string | undefined, license: string | undefined) =>
  license && license !== proprietary && /^https:\/\/github\.com\/[^/]+\/[^/]+\/?$/u.test(github ?? "")
    ? github
    : undefined;

function factsOf({ licenses, tags, platforms, ...facts }: ListingLine) {
  const allTags = [...new Set([...tags, ...licenses.map(licenseTag)])];
  return { ...facts, platforms: onceEach(platforms), tags: allTags };
}

const readers = { categories: categoryReader, listings: listingReader, subjects: () => readSubject };
export type Kind = keyof typeof readers;
export type RecordOf<Of extends Kind> =
  Exclude<ReturnType<ReturnType<(typeof readers)[Of]>>, { refused: string }> extends { record: infer Record }
    ? Record
    : never;

/** Reads and checks a file in batches. Throws AdminError if the file cannot be read. */
export async function* readBatches<Of extends Kind>({
  path,
  format,
  kind,
  size,
}: ImportSource & { kind: Of }): AsyncGenerator<ImportLine<RecordOf<Of>>[]> {
  const read = readers[kind]() as (value: unknown, line: number) => Checked<RecordOf<Of>>;
  let lines: ImportLine<RecordOf<Of>>[] = [];
  for await (const records of recordsOf(path, format))
    for (const one of records) {
      lines.push({ line: one.line, ...("refused" in one ? { refused: one.refused } : read(one.value, one.line)) });
      if (lines.length < size) continue;
      yield lines;
      lines = [];
    }
  if (lines.length > 0) yield lines;
}

/** If a file is larger than this, reading it takes longer than starting a thread. */
const largeBytes = 2_000_000;

const maxAhead = 2;

/** Does the same as `readBatches`, but reads a large file in a thread while earlier batches are saved. */
export async function* batchesOf<Of extends Kind>(
  source: ImportSource & { kind: Of },
): AsyncGenerator<ImportLine<RecordOf<Of>>[]> {
  const { path } = source;
  const isLarge = typeof path === "string" && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= largeBytes;
  if (!isLarge) {
    yield* readBatches(source);
    return;
  }
  const thread = new Thread<Tasks>(new URL("./import-thread.ts", import.meta.url).href);
  try {
    await thread.ask("open", source);
    const ask = () => {
      const next = thread.ask("next");
      // The promise is awaited later; this handler prevents an unhandled rejection until then.
      next.catch(() => undefined);
      return next;
    };
    const asked = Array.from({ length: maxAhead }, ask);
    for (;;) {
      const answer = await asked.shift()!;
      if ("refused" in answer) throw new AdminError(answer.refused);
      if (answer.batch === null) return;
      asked.push(ask());
      yield JSON.parse(answer.batch);
    }
  } finally {
    thread.end();
  }
}
