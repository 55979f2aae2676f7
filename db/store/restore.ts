import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makePrivateFile, makePrivateFolder, syncToDisk } from "../keys/private-files.ts";
import { connect, whileUnused } from "./connect.ts";
import { isOurs, migrate, StoreError } from "./migrate.ts";

const sideFiles = ["-wal", "-shm"];

/**
 * Replaces the database with a backup. Returns the path where the old database is kept, or null if there was none. The
 * old database stays in place until the last step, a single rename. Throws StoreError if the backup is damaged or the
 * database is in use.
 */
export function restoreDatabase(backup: string, path: string, now: Date): string | null {
  if (!existsSync(backup)) throw new StoreError(`there is no file ${backup}`);
  if (resolve(backup) === resolve(path)) throw new StoreError("the backup is the database itself");
  makePrivateFolder(dirname(path));
  return whileUnused(path, () => {
    const copy = `${path}.restoring`;
    removeDatabase(copy);
    try {
      copySound(backup, copy);
      const kept = existsSync(path) ? keep(path, now) : null;
      renameSync(copy, path);
      syncToDisk(dirname(path));
      return kept;
    } finally {
      removeDatabase(copy);
    }
  });
}

export function faultsOf(client: Database): string[] {
  const broken = client.query<{ integrity_check: string }, []>("PRAGMA integrity_check(20)").all();
  const faults = broken.map((row) => row.integrity_check).filter((line) => line !== "ok");
  // In a table without row ids, the faulty row cannot be identified.
  const dangling = client
    .query<{ table: string; rowid: number | null; parent: string }, []>("PRAGMA foreign_key_check")
    .all()
    .map(
      ({ table, rowid, parent }) =>
        `a row of ${table}${rowid ? ` (${rowid})` : ""} refers to a missing row of ${parent}`,
    );
  return [...faults, ...dangling];
}

function copySound(backup: string, copy: string): void {
  try {
    const source = new Database(backup, { readonly: true });
    try {
      const [fault] = faultsOf(source);
      if (fault) throw new StoreError(fault);
      if (!isOurs(source)) throw new StoreError("it is not a Slipway database");
      // If the backup is a database with a log, SQLite reads both files. A copy of the main file would lose the log.
      makePrivateFile(copy);
      source.query("VACUUM INTO ?").run(copy);
    } finally {
      source.close();
    }
    const restored = connect(copy, {});
    migrate(restored);
    restored.run("PRAGMA journal_mode = DELETE");
    restored.close();
    syncToDisk(copy);
  } catch (error) {
    throw new StoreError(`cannot restore ${backup}: ${(error as Error).message}`, { cause: error });
  }
}

function keep(path: string, now: Date): string {
  const kept = join(dirname(path), `before-restore-${now.toISOString().replace(/[:.]/g, "-")}.db`);
  foldLog(path);
  // A log that was not checkpointed belongs to the old file and must never be read with the new one.
  for (const side of sideFiles) if (existsSync(path + side)) renameSync(path + side, kept + side);
  try {
    linkSync(path, kept);
  } catch {
    copyFileSync(path, kept); // Not every file system has hard links.
  }
  return kept;
}

function foldLog(path: string): void {
  try {
    const old = new Database(path);
    old.run("PRAGMA journal_mode = DELETE");
    old.close();
  } catch {
    // The damaged database is kept unchanged, because it may be the reason for the restore.
  }
}

function removeDatabase(path: string): void {
  for (const side of ["", ...sideFiles]) rmSync(path + side, { force: true });
}
