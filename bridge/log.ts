import pino, { type Logger } from "pino";

/** Structured logs, one JSON object a line on standard output; written in batches, flushed on exit. */
export function createLogger(level: string): Logger & { flushNow(): void } {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 });
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return Object.assign(log, { flushNow: () => destination.flushSync() });
}
