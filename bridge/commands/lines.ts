import { readFile } from "node:fs/promises";
import { AdminError } from "./admin-error.ts";

export interface Line {
  number: number;
  /** Null if the line could not be read; `fault` then gives the reason. */
  text: string | null;
  fault?: string;
}

const newline = 10;

/**
 * Yields a file's lines in batches while it reads the file, with at most one chunk and one line in memory. A line that
 * is longer than `maxBytes` or not UTF-8 has a `fault` instead of a text. Decompresses files whose name ends in .gz.
 */
export async function* linesOf(source: string | Blob, maxBytes: number): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  let partial: Uint8Array[] = [];
  let partialBytes = 0;

  const finish = (bytes: Uint8Array): Line => {
    number++;
    const length = partialBytes + bytes.length;
    const line = partialBytes === 0 ? bytes : Buffer.concat([...partial, bytes]);
    partial = [];
    partialBytes = 0;
    if (length > maxBytes) return { number, text: null, fault: `is longer than ${maxBytes} bytes` };
    try {
      return { number, text: decoder.decode(line) };
    } catch {
      return { number, text: null, fault: "is not UTF-8" };
    }
  };

  for await (const part of partsOf(source)) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = part.indexOf(newline); end >= 0; end = part.indexOf(newline, start)) {
      lines.push(finish(part.subarray(start, end)));
      start = end + 1;
    }
    const remainder = part.subarray(start);
    // A line that is already too long is discarded, but its bytes are still counted.
    if (partialBytes <= maxBytes) partial.push(remainder);
    else partial = [];
    partialBytes += remainder.length;
    if (lines.length > 0) yield lines;
  }
  if (partialBytes > 0) yield [finish(new Uint8Array())];
}

async function* partsOf(path: string | Blob): AsyncGenerator<Uint8Array> {
  if (typeof path !== "string") return yield* path.stream();
  const file = Bun.file(path);
  try {
    yield* path.endsWith(".gz") ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  } catch (error) {
    throw unreadable(path, error);
  }
}

export const readBytes = (path: string): Promise<Buffer> =>
  readFile(path).catch((error) => {
    throw unreadable(path, error);
  });

export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown) =>
  new AdminError(`Cannot read ${path}: ${(error as Error).message.replace(/\s+/g, " ")}`);
