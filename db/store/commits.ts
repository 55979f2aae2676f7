import { appendFileSync, statSync } from "node:fs";
import { makePrivateFile } from "../keys/private-files.ts";

export interface Commits {
  latest(): number;
  /** Announces a commit to the other processes. It must run before the caller of the write gets a response. */
  tell(): void;
}

/**
 * A counter in memory shared by all processes. A read in one process uses it to notice commits of other processes
 * without a system call. The counter has its own file, because opening SQLite's shared memory would drop the locks that
 * we hold there.
 */
export function sharedCommits(path: string): Commits {
  const file = `${path}.commits`;
  makePrivateFile(file);
  // Zeros are written to the file. If the file were only extended, using it on a full disk would crash the process.
  if (statSync(file).size < Int32Array.BYTES_PER_ELEMENT) appendFileSync(file, new Uint8Array(8));
  const counter = new Int32Array(Bun.mmap(file).buffer, 0, 1);
  return {
    latest: () => Atomics.load(counter, 0),
    tell: () => void Atomics.add(counter, 0, 1),
  };
}
