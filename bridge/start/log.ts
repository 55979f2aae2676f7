import pino, { type Logger } from "pino";
import { lookup } from "#db/values/lookup.ts";
import type { Config } from "./config.ts";

/** POSIX writes up to this many bytes to a pipe atomically (PIPE_BUF), so lines from several processes do not mix. */
const batchBytes = 4096;
const maxWaitMs = 500;

/**
 * Writes structured logs to standard output, one JSON object per line, in batches. If there are several workers, each
 * adds its number to its own lines.
 */
export function createLogger(
  { LOG_LEVEL: level, LOG_FORMAT }: Pick<Config, "LOG_LEVEL" | "LOG_FORMAT">,
  worker?: number,
): Logger & { flushNow(): void } {
  // The write is synchronous, because an asynchronous write would be lost if the process exits.
  const destination = pino.destination({ dest: 1, sync: true });
  const batches = inBatches((lines) =>
    destination.write(LOG_FORMAT === "pretty" ? lines.replace(/.+/g, prettyLine) : lines),
  );
  process.on("exit", batches.flush);
  const base = worker === undefined ? null : { worker };
  const log = pino({ level, base, timestamp: timeField, serializers: { err: errorFields } }, batches);
  return Object.assign(log, { flushNow: batches.flush });
}

/** Returns a log line for people: the time, the level, the message, and the other fields in the order of the line. */
export function prettyLine(json: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(json);
  const rest = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === "string" && /^\S+$/.test(value) ? value : JSON.stringify(value)}`,
  );
  const line = [time, lookup(pino.levels.labels, String(level))!.toUpperCase().padEnd(5), msg, ...rest]
    .filter(Boolean)
    .join(" ");
  return err ? `${line}\n${err.stack}` : line;
}

/** Returns an error without its own properties, which can contain the values of a query or the recipient of an email. */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code } = error as { code?: unknown };
  return { type, message: redacted(message), stack: redacted(stack), ...(typeof code === "string" && { code }) };
}

/** Removes email addresses, credentials and queries of URLs, long random text, and the parameters of SQL statements. */
export const redacted = (text: string): string =>
  text
    .replace(/^params:.*$/gm, "params: …")
    .replace(/(:\/\/)[^\s/@]*@/g, "$1…@")
    .replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "…@…")
    .replace(/(:\/\/[^\s?#"']*)[?#][^\s"')]*/g, "$1?…")
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}/g, "…");

const infoLevel = `{"level":${pino.levels.values.info}`;

interface Internals {
  [pino.symbols.streamSym]: { write(line: string): void };
  [pino.symbols.timeSym](): string;
  [pino.symbols.chindingsSym]: string;
}

/**
 * Writes the same line as `log.info`, from fields that are already JSON, including the message. Each response is logged
 * this way, because pino takes several times as long to serialise an object.
 */
export function writeInfo(log: Logger, fields: string): void {
  const internals = log as unknown as Internals;
  const bindings = internals[pino.symbols.chindingsSym];
  internals[pino.symbols.streamSym].write(`${infoLevel}${internals[pino.symbols.timeSym]()}${bindings},${fields}}\n`);
}

let lastTime = { ms: 0, field: "" };

// The formatted time is reused, because many lines are written in the same millisecond.
function timeField(): string {
  const ms = Date.now();
  if (ms !== lastTime.ms) lastTime = { ms, field: `,"time":"${new Date(ms).toISOString()}"` };
  return lastTime.field;
}

/**
 * Joins lines before they are written. Pino's own batching measures all the waiting lines again for each new line,
 * which takes longer than creating the line.
 */
function inBatches(write: (lines: string) => void) {
  let waiting: string[] = [];
  let bytes = 0;
  let timer: Timer | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (bytes === 0) return;
    const lines = waiting.join("");
    waiting = [];
    bytes = 0;
    write(lines);
  }

  return {
    flush,
    write(line: string): void {
      const lineBytes = Buffer.byteLength(line);
      if (bytes + lineBytes > batchBytes) flush();
      waiting.push(line);
      bytes += lineBytes;
      if (bytes >= batchBytes) flush();
      else timer ??= setTimeout(flush, maxWaitMs).unref();
    },
  };
}
