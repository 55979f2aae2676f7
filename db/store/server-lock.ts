import { Database } from "bun:sqlite";
import { dirname } from "node:path";
import { makePrivateFolder } from "../keys/private-files.ts";
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

/** Throws StoreError if another process is making a backup. */
export const lockBackup = (path: string) =>
  lockFile(`${path}.backup`, "another backup is running; wait until it is complete");

/** Throws StoreError if another process is writing the public data. */
export const lockDump = (path: string) =>
  lockFile(`${path}.dump`, "another process is writing the public data; wait until it is complete");

/** The operating system releases the lock when the process dies. */
function lockFile(path: string, whenTaken: string): { close(): void } {
  let lock: Database | undefined;
  try {
    makePrivateFolder(dirname(path));
    lock = new Database(path, { create: true });
    lock.run("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock?.close();
    throw new StoreError(
      isBusy(error) ? whenTaken : `cannot use the folder ${dirname(path)}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
