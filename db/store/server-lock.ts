import { Database } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { isBusy } from "./connect.ts";
import { StoreError } from "./migrate.ts";

/**
 * Throws StoreError if another server is serving the database. Only a server's main process takes this lock: its
 * workers belong to the same server, and admin commands may run at the same time.
 */
export const lockServer = (path: string) =>
  lockFile(
    `${path}.server`,
    "another server is already running with this folder; stop that server first, or give this one its own folder",
  );

/** Throws StoreError if another command is changing the keys. */
export const lockKeys = (path: string) =>
  lockFile(`${path}.rotation`, "another command is changing the keys; wait until it has finished");

// The operating system releases the lock when the process dies.
function lockFile(path: string, busy: string): { close(): void } {
  let lock: Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true });
    lock = new Database(path, { create: true });
    lock.run("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    throw new StoreError(isBusy(error) ? busy : `cannot use the folder ${dirname(path)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
