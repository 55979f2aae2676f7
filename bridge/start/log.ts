import pino, { type Logger } from "pino";

/** What POSIX promises to write to a pipe in one piece (PIPE_BUF), so that the lines of several processes stay whole. */
const batchBytes = 4096;
const maxWaitMs = 500;

/**
 * Structured logs, one JSON object a line on standard output; written in batches, flushed on exit. Where several
 * processes serve together each line carries the number of its worker.
 */
export function createLogger(level: string, worker?: number): Logger & { flushNow(): void } {
  // Synchronous: a write that is under way when the process exits would be lost, and its lines with it.
  const destination = pino.destination({ dest: 1, sync: true });
  const batches = inBatches((lines) => destination.write(lines));
  process.on("exit", batches.flush);
  const log = pino({ level, base: worker === undefined ? null : { worker }, timestamp: timeField }, batches);
  return Object.assign(log, { flushNow: batches.flush });
}

const infoLevel = `{"level":${pino.levels.values.info}`;

interface Internals {
  [pino.symbols.streamSym]: { write(line: string): void };
  [pino.symbols.timeSym](): string;
  [pino.symbols.chindingsSym]: string;
}

/**
 * Writes what `log.info` would for fields that are JSON already, message included. For the line of every answer: to
 * find out what the fields of an object are costs pino several times as much.
 */
export function writeInfo(log: Logger, fields: string): void {
  const internals = log as unknown as Internals;
  const bindings = internals[pino.symbols.chindingsSym];
  internals[pino.symbols.streamSym].write(`${infoLevel}${internals[pino.symbols.timeSym]()}${bindings},${fields}}\n`);
}

let lastTime = { ms: 0, field: "" };

// Many lines are of the same millisecond.
function timeField(): string {
  const ms = Date.now();
  if (ms !== lastTime.ms) lastTime = { ms, field: `,"time":"${new Date(ms).toISOString()}"` };
  return lastTime.field;
}

/**
 * Joins lines before they are written. The destination's own batches measure all that waits again at each line, which
 * costs more than making the line.
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
