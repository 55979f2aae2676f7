import { appendFileSync, statSync } from "node:fs";
import { makePrivateFile } from "../keys/private-files.ts";

/** Commits that all processes have made on one database. */
export interface Commits {
  /** A number that is another one after each of them. */
  latest(): number;
  /** Tells the others of one; before anyone is answered. */
  tell(): void;
}

/**
 * A count in memory that the processes share, so that a read of one sees what was answered by another without asking
 * the file. It stands beside the database: to open SQLite's own shared memory would drop the locks we hold there.
 */
export function sharedCommits(path: string): Commits {
  const file = `${path}.commits`;
  makePrivateFile(file);
  // Written rather than lengthened: a page without a place on a full disk would end the process.
  if (statSync(file).size < Int32Array.BYTES_PER_ELEMENT) appendFileSync(file, new Uint8Array(8));
  const counter = new Int32Array(Bun.mmap(file).buffer, 0, 1);
  return {
    latest: () => Atomics.load(counter, 0),
    tell: () => void Atomics.add(counter, 0, 1),
  };
}
