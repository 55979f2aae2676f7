import { dirname } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { makePrivateDatabase, makePrivateFolder } from "../keys/private-files.ts";
import { writeBackup } from "./backup.ts";
import { sharedCommits } from "./commits.ts";
import { bytesOf, connect, isBusy, lockShared, waitForTurn } from "./connect.ts";
import { isMigrated, migrate, StoreError } from "./migrate.ts";
import { shareReadTransaction } from "./shared-read-transaction.ts";
import { meansStorageFull } from "./storage-full.ts";
import { type Db, joinsReadTransaction, type Store, type Tx } from "./store.ts";
import { writeQueue } from "./write-queue.ts";

/**
 * Opens the database file at `path`; creates and migrates it if necessary. Throws StoreError if that fails.
 * `synchronous = NORMAL` may lose the last commits in a power cut, but the file stays consistent (SQLite, "Write-Ahead
 * Logging").
 */
export function openStore(path: string): Store {
  const { lock, writer, reader, commits } = openConnections(path);
  const tx = Object.assign(drizzle(writer), { path }) as unknown as Tx;
  const turn = shareReadTransaction(reader, commits);
  // Drizzle calls the logger before each statement, so the statement joins the shared transaction.
  const read = Object.assign(drizzle(reader, { logger: { logQuery: turn.join } }), { path }) as unknown as Db;
  joinsReadTransaction(read, turn);

  const queue = writeQueue(async (work) => {
    // The process waits here instead of inside SQLite, so it keeps reading while another process writes.
    await waitForTurn(() => writer.run("BEGIN IMMEDIATE"));
    try {
      const result = await work(tx);
      writer.run("COMMIT");
      commits.tell();
      turn.end();
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.run("ROLLBACK");
      throw error;
    }
  });
  let isClosed = false;

  return {
    role: "writer",
    read,
    write: queue.write,
    commits: () => String(commits.latest()),
    isReady() {
      try {
        return isMigrated(reader);
      } catch {
        return false;
      }
    },
    position: () => ({ fence: 0, transactions: 0 }),
    reached: async () => true,
    backup(target) {
      turn.end();
      writeBackup(reader, target);
    },
    load: () => ({ bytes: bytesOf(path), ...queue.load(), beginMs: null }),
    async close() {
      if (isClosed) return;
      await queue.close();
      isClosed = true;
      turn.end();
      reader.close();
      try {
        writer.run("PRAGMA optimize");
        // Prepared statements keep the connection half open, so SQLite would not checkpoint the log on close.
        writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (error) {
        // Another process is writing, and the last one to close does the checkpoint; or the disk is full, and the next
        // start does it.
        if (!isBusy(error) && !meansStorageFull(error)) throw error;
      }
      writer.close();
      lock.close();
    },
  };
}

function openConnections(path: string) {
  try {
    makePrivateFolder(dirname(path));
    makePrivateDatabase(path);
    const lock = lockShared(path);
    const writer = connect(path, { create: true });
    migrate(writer);
    // From here on, `waitForTurn` waits instead of SQLite.
    writer.run("PRAGMA busy_timeout = 0");
    return { lock, writer, reader: connect(path, { readonly: true }), commits: sharedCommits(path) };
  } catch (error) {
    throw new StoreError(`cannot open the database ${path}: ${(error as Error).message}`, { cause: error });
  }
}
