import type { Database } from "bun:sqlite";

/**
 * Lets the reads of one turn of the event loop share a transaction. A read of its own takes and gives back SQLite's
 * locks, two system calls that cost several times what a look-up does; what other processes commit is seen in the
 * next turn.
 */
export interface Turn {
  /** To be called before a read. */
  join(): void;
  /** Ends the transaction now, so that the next read sees the last commit. */
  end(): void;
}

export function sharedTurn(reader: Database): Turn {
  const begin = reader.prepare("BEGIN");
  const commit = reader.prepare("COMMIT");
  let isOpen = false;

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    commit.run();
  }

  return {
    join() {
      if (isOpen) return;
      begin.run();
      isOpen = true;
      setImmediate(end);
    },
    end,
  };
}
