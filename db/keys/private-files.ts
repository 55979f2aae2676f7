import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";

// The database contains email addresses and password hashes, so other users of the machine must not read it.
const forOwner = 0o600;
const ofOthers = 0o007;

export const makePrivateFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 });

/** Writes a file in one rename, so that readers find the old content or the new one. */
export function replacePrivateFile(path: string, content: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    writeFileSync(draft, content, { mode: forOwner });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * By default, SQLite creates a database file that every user can read. The log and the shared-memory file get the same
 * permissions as the database file.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, "a", forOwner));
  withdrawFromOthers(path);
}

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
    // EPERM means that the file belongs to another user, who shares it on purpose.
    if ((error as { code?: string }).code !== "EPERM") throw error;
  }
}

export function syncToDisk(path: string): void {
  const file = openSync(path, "r");
  fsyncSync(file);
  closeSync(file);
}
