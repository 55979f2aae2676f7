import { AdminError } from "./command.ts";

export interface Line {
  /** From 1. */
  number: number;
  /** Null where the line could not be read; `fault` says why. */
  text: string | null;
  fault?: string;
}

const newline = 10;

/**
 * The lines of a file as they stand in the parts that are read from it, never more than one part and one line in
 * memory. A line above `maxBytes`, or one that is not UTF-8, comes as a fault. Unpacks a file whose name ends in .gz.
 */
export async function* linesOf(path: string, maxBytes: number): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let number = 0;
  let carried: Uint8Array[] = [];
  let carriedBytes = 0;

  const finish = (bytes: Uint8Array): Line => {
    number++;
    const length = carriedBytes + bytes.length;
    const whole = carriedBytes === 0 ? bytes : Buffer.concat([...carried, bytes]);
    carried = [];
    carriedBytes = 0;
    if (length > maxBytes) return { number, text: null, fault: `is longer than ${maxBytes} bytes` };
    try {
      return { number, text: decoder.decode(whole) };
    } catch {
      return { number, text: null, fault: "is not UTF-8" };
    }
  };

  for await (const part of partsOf(path)) {
    const lines: Line[] = [];
    let start = 0;
    for (let end = part.indexOf(newline); end >= 0; end = part.indexOf(newline, start)) {
      lines.push(finish(part.subarray(start, end)));
      start = end + 1;
    }
    const rest = part.subarray(start);
    // Of a line that is too long already only the length is of interest.
    if (carriedBytes <= maxBytes) carried.push(rest);
    else carried = [];
    carriedBytes += rest.length;
    if (lines.length > 0) yield lines;
  }
  if (carriedBytes > 0) yield [finish(new Uint8Array())];
}

async function* partsOf(path: string): AsyncGenerator<Uint8Array> {
  const file = Bun.file(path);
  try {
    yield* path.endsWith(".gz") ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** A whole small text file. */
export async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await Bun.file(path).bytes());
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown) =>
  new AdminError(`cannot read ${path}: ${(error as Error).message.replace(/\s+/g, " ")}`);
