import type { Database } from "bun:sqlite";

/**
 * Lets reads that follow each other closely share a transaction. A read of its own takes and gives back SQLite's
 * locks, two system calls that cost several times what a look-up does. A store's own commits end the transaction, so
 * they are seen at once; those of other processes are seen `longestMs` later at most.
 */
export interface Turn {
  /** To be called before a read. */
  join(): void;
  /** What was looked up in this transaction, by a name of the question; forgotten with it. */
  readonly kept: Map<string, unknown>;
  /** Ends the transaction now, so that the next read sees the last commit. */
  end(): void;
}

export const longestMs = 2;

export function sharedTurn(reader: Database): Turn {
  const begin = reader.prepare("BEGIN");
  const commit = reader.prepare("COMMIT");
  const kept = new Map<string, unknown>();
  let timer: Timer | undefined;

  function end(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    kept.clear();
    commit.run();
  }

  return {
    join() {
      if (timer !== undefined) return;
      begin.run();
      timer = setTimeout(end, longestMs);
    },
    kept,
    end,
  };
}
