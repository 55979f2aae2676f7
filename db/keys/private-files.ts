import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";

// The database holds mail addresses and hashes of passwords: nobody else on the machine has to read it.
const forOwner = 0o600;
const ofOthers = 0o007;

/** Makes a folder that only its owner enters; one that is there stays as it is. */
export const makePrivateFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 });

/**
 * Makes an empty file for its owner alone where there is none, since SQLite would let everyone read it; its log and
 * index take the permissions of the database. Of a file that is there only the rights of others are taken.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", forOwner));
  withdrawFromOthers(path);
}

/** Does the same for a database and what stands beside it. */
export function makePrivateDatabase(path: string): void {
  makePrivateFile(path);
  for (const side of ["-wal", "-shm"]) withdrawFromOthers(path + side);
}

function withdrawFromOthers(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & ofOthers) === 0) return;
  try {
    chmodSync(path, mode & 0o777 & ~ofOthers);
  } catch (error) {
    // A file of another user, shared on purpose.
    if ((error as { code?: string }).code !== "EPERM") throw error;
  }
}
