import { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { makePrivateFile } from "../keys/private-files.ts";
import { StoreError } from "./migrate.ts";

const openingMs = 30_000;
const pollMs = 5;

/** Opens a connection with our settings. If two processes create the same file, they take turns. */
export function connect(path: string, options: { readonly?: boolean; create?: boolean }): Database {
  const client = new Database(path, { strict: true, ...options });
  client.run(`PRAGMA busy_timeout = ${openingMs}`);
  if (!options.readonly) {
    client.run("PRAGMA page_size = 8192");
    // SQLite does not wait if two connections switch to WAL at the same time.
    const deadline = Date.now() + openingMs;
    while (!switchedToLog(client, deadline)) Bun.sleepSync(pollMs);
    client.run("PRAGMA synchronous = NORMAL");
    // Deleted content is overwritten with zeros. Otherwise, erased personal data would remain in free pages of the file.
    client.run("PRAGMA secure_delete = ON");
    // Otherwise, a statement that changes more than eight pages would save their old content in a temporary file.
    client.run("PRAGMA temp_store = MEMORY");
  }
  for (const pragma of ["foreign_keys = ON", "mmap_size = 2147418112", "cache_size = -4000"])
    client.run(`PRAGMA ${pragma}`);
  return client;
}

export const bytesOf = (path: string) => {
  const walBytes = sizeOf(`${path}-wal`);
  return { bytes: sizeOf(path) + walBytes, walBytes };
};
const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function switchedToLog(client: Database, deadline: number): boolean {
  try {
    return client.query<{ journal_mode: string }, []>("PRAGMA journal_mode = WAL").get()?.journal_mode === "wal";
  } catch (error) {
    if (!isBusy(error) || Date.now() > deadline) throw error;
    return false;
  }
}

export const isBusy = (error: unknown) => String((error as { code?: string }).code).startsWith("SQLITE_BUSY");

/** A write fails after this time if another process, such as an import, keeps the database locked. */
const maxWaitMs = 30_000;

export async function waitForTurn(attempt: () => unknown): Promise<void> {
  for (const deadline = Date.now() + maxWaitMs; ; await Bun.sleep(pollMs))
    try {
      return void (await attempt());
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
}

function openLock(path: string): Database {
  const lockPath = `${path}.lock`;
  makePrivateFile(lockPath);
  return new Database(lockPath, { create: true });
}

/** Marks the database as in use. The operating system releases the lock when the process dies. */
export function lockShared(path: string): Database {
  const lock = openLock(path);
  try {
    lock.run("PRAGMA busy_timeout = 5000");
    lock.run("BEGIN");
    lock.query("SELECT count(*) FROM sqlite_schema").get();
    return lock;
  } catch (error) {
    lock.close();
    throw isBusy(error)
      ? new StoreError("the database is being restored from a backup; try again when the restore is done")
      : error;
  }
}

/** Runs `work` while no process uses the database or can start to use it. Throws StoreError if one already uses it. */
export function whileUnused<T>(path: string, work: () => T): T {
  const lock = openLock(path);
  try {
    try {
      lock.run("BEGIN EXCLUSIVE");
    } catch (error) {
      throw isBusy(error)
        ? new StoreError("the database is in use by a server or another command; stop that process first")
        : error;
    }
    return work();
  } finally {
    lock.close();
  }
}
