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
 * Opens the database file at `path`, creating and migrating it if necessary. Throws StoreError if that fails. With
 * `synchronous = NORMAL`, a power cut may lose the last commits, but the file stays consistent (SQLite, "Write-Ahead
 * Logging").
 */
export function openStore(path: string): Store {
  const { lock, writer, reader, commits } = openConnections(path);
  const tx = Object.assign(drizzle(writer), { path }) as unknown as Tx;
  const turn = shareReadTransaction(reader, commits);
  // Drizzle calls the logger before each statement, so the logger makes the statement join the shared transaction.
  const read = Object.assign(drizzle(reader, { logger: { logQuery: turn.join } }), { path }) as unknown as Db;
  joinsReadTransaction(read, turn);

  const queue = writeQueue(async (work, isQuiet) => {
    // The process waits here rather than inside SQLite, so it can keep reading while another process writes.
    await waitForTurn(() => writer.run("BEGIN IMMEDIATE"));
    try {
      const result = await work(tx);
      // A commit can empty the log only while no read transaction is open. Otherwise, the log would grow without end,
      // and each commit would wait for the disk.
      turn.end();
      writer.run("COMMIT");
      if (!isQuiet) commits.tell();
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
    emptyLog() {
      turn.end();
      const result = writer.query<{ busy: number }, []>("PRAGMA wal_checkpoint(TRUNCATE)").get();
      if (result?.busy) throw new Error("another process is using the log");
    },
    load: () => ({ ...bytesOf(path), ...queue.load(), beginMs: null }),
    async close() {
      if (isClosed) return;
      await queue.close();
      isClosed = true;
      turn.end();
      reader.close();
      try {
        writer.run("PRAGMA optimize");
        // Prepared statements keep the connection half open, so SQLite would not checkpoint the log on closing.
        writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (error) {
        // If another process is writing, the last process to close does the checkpoint. If the disk is full, the next
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
    // From here on, `waitForTurn` does the waiting instead of SQLite.
    writer.run("PRAGMA busy_timeout = 0");
    return { lock, writer, reader: connect(path, { readonly: true }), commits: sharedCommits(path) };
  } catch (error) {
    throw new StoreError(`cannot open the database ${path}: ${(error as Error).message}`, { cause: error });
  }
}
