import type { Database } from "bun:sqlite";
import type { Commits } from "./commits.ts";
import { ResultCache } from "./result-cache.ts";

/**
 * Lets reads in quick succession share a transaction. A separate read acquires and releases SQLite's locks with two
 * system calls, which cost several times as much as the lookup. Each commit by any process ends the transaction, so
 * callers always read their own confirmed writes.
 */
export interface SharedReadTransaction {
  join(): void;
  /** Results since the last commit, by key. Each commit starts a new cache. */
  readonly kept: ResultCache;
  end(): void;
}

const maxMs = 2;

/** `isServed`: a replication server, which does not announce its commits, writes the file. */
export function shareReadTransaction(reader: Database, commits: Commits, isServed = false): SharedReadTransaction {
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
      // The counter is read before the transaction starts. If a commit happens in between, the next read discards a
      // cache that is still valid, which does no harm.
      const latest = commits.latest();
      begin.run();
      // This statement starts the snapshot. SQLite also notices the commits that are not announced.
      const { data_version } = dataVersion.get()!;
      if (latest !== seen || (isServed && data_version !== version)) kept = new ResultCache();
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
