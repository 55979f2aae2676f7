import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "#db/keys/private-files.ts";
import { checkDatabase, contentCounts } from "#db/queries/sites/check.ts";
import { openStore } from "#db/store/file-store.ts";
import { saveLastBackup } from "#db/store/last-backup.ts";
import { StoreError } from "#db/store/migrate.ts";
import { restoreDatabase } from "#db/store/restore.ts";
import { lockBackup } from "#db/store/server-lock.ts";
import type { Store } from "#db/store/store.ts";
import { dayMs } from "#db/values/week.ts";
import type { Config } from "../start/config.ts";
import { databasePath } from "../start/open-database.ts";
import {
  type BackupConfig,
  backupNames,
  configuredStorage,
  encrypted,
  findBackup,
  nameAt,
  timeOf,
  workFolder,
  writeBytes,
} from "./storage.ts";

type Settings = BackupConfig & Pick<Config, "BACKUP_EVERY_H" | "BACKUP_KEEP_DAYS">;

const hourMs = 3_600_000;
/** However old they are, so many backups stay. A clock that is wrong by a year would delete all others. */
const alwaysKept = 3;
/** The stored backup, the copy that is read back and its test restore exist at the same time. */
const copies = 3;

/** A backup is overdue if it is older than twice the interval. */
export const dueBy = (goodAt: Date, everyH: number) =>
  everyH === 0 ? null : new Date(goodAt.getTime() + 2 * everyH * hourMs).toISOString();

/**
 * Writes a backup to BACKUP_TO, reads it back, restores it to a temporary folder and checks it. Only then deletes
 * backups older than BACKUP_KEEP_DAYS. Throws StoreError; a backup that failed its check is kept, like all older ones.
 */
export async function backUp(store: Store, config: Settings, now: Date) {
  const { place, folder, storage } = configuredStorage(config);
  const path = databasePath(config);
  const lock = lockBackup(path);
  const work = join(folder, workFolder);
  try {
    makePrivateFolder(folder);
    rmSync(work, { recursive: true, force: true });
    makePrivateFolder(work);
    requireSpace(folder, store.load().bytes * copies);
    const name = nameAt(now, config.BACKUP_PASSPHRASE !== undefined);
    const copy = join(work, "copy.db");
    store.backup(copy);
    const bytes = await storage.write(name, encrypted(Bun.file(copy).stream(), config));
    rmSync(copy);
    const file = `${place}/${name}`;
    const { content } = await findBackup(file, config);
    const counts = await testRestore(content(), work, file);
    const limit = now.getTime() - config.BACKUP_KEEP_DAYS * dayMs;
    const old = (await backupNames(storage)).slice(0, -alwaysKept).filter((one) => timeOf(one) < limit);
    for (const one of old) await storage.remove(one);
    const goodAt = now.toISOString();
    saveLastBackup(
      { path },
      { at: goodAt, result: "ok", error: null, goodAt, bytes, dueBy: dueBy(now, config.BACKUP_EVERY_H) },
    );
    return { file, bytes, counts, deleted: old.length };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`cannot write to ${place}: ${faultOf(error)}`, { cause: error });
  } finally {
    if (existsSync(work)) rmSync(work, { recursive: true });
    lock.close();
  }
}

/** Storage names its faults with a code, such as AccessDenied. */
function faultOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code && !message.includes(code) ? `${message} (${code})` : message;
}

/** Restores a backup to a temporary folder in `folder` and checks it. Returns the number of records. */
export async function testRestore(content: AsyncIterable<Uint8Array>, folder: string, file: string) {
  const work = mkdtempSync(join(folder, ".slipway-test-"));
  try {
    const fetched = join(work, "fetched.db");
    await writeBytes(fetched, content);
    const path = join(work, "slipway.db");
    restoreDatabase(fetched, path, new Date(0));
    const store = openStore(path);
    try {
      const faults = await checkDatabase(store.read);
      if (faults.length > 0) throw new StoreError(faults.join("; "));
      return (await contentCounts(store.read))!;
    } finally {
      await store.close();
    }
  } catch (error) {
    throw new StoreError(`the test restore of ${file} failed: ${faultOf(error).replaceAll(`${work}/`, "")}`, {
      cause: error,
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function requireSpace(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const megabytes = (count: number) => `${Math.ceil(count / 2 ** 20)} MB`;
  if (free < bytes)
    throw new StoreError(
      `a backup needs ${megabytes(bytes)} in ${folder}, but only ${megabytes(free)} are free; free up space or move BACKUP_TO`,
    );
}
