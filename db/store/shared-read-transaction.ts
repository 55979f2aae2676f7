import type { Database } from "bun:sqlite";
import type { Commits } from "./commits.ts";
import { ResultCache } from "./result-cache.ts";

/**
 * Lets reads that follow each other closely share a transaction. A read of its own takes and gives back SQLite's
 * locks, two system calls that cost several times what a look-up does. Each commit ends it, whichever process made it,
 * so that whoever was answered reads what they wrote wherever they ask.
 */
export interface SharedReadTransaction {
  /** To be called before a read. */
  join(): void;
  /** What was looked up since the last commit, by a name of the question; another one after each. */
  readonly kept: ResultCache;
  /** Ends the transaction now, so that the next read sees the last commit. */
  end(): void;
}

const maxMs = 2;

export function shareReadTransaction(reader: Database, commits: Commits): SharedReadTransaction {
  const begin = reader.prepare("BEGIN");
  const commit = reader.prepare("COMMIT");
  const dataVersion = reader.prepare<{ data_version: number }, []>("PRAGMA data_version");
  let kept = new ResultCache();
  let timer: Timer | undefined;
  let seen = 0;
  let version = 0;

  function end(): void {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    commit.run();
  }

  return {
    join() {
      if (timer !== undefined) {
        if (commits.latest() === seen) return;
        end();
      }
      // Before the state is taken: a commit in between is seen, and at worst looked for again.
      const latest = commits.latest();
      begin.run();
      // Takes the state. What a server writes into its file it tells nobody; SQLite notices.
      const { data_version } = dataVersion.get()!;
      if (latest !== seen || data_version !== version) kept = new ResultCache();
      seen = latest;
      version = data_version;
      timer = setTimeout(end, maxMs);
    },
    get kept() {
      return kept;
    },
    end,
  };
}
