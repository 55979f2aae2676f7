import { existsSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { sharedCommits } from "./commits.ts";
import { connect, isBusy, lockShared, waitForTurn } from "./connect.ts";
import { isMigrated, migrate, StoreError } from "./migrate.ts";
import { makePrivateDatabase, makePrivateFile, makePrivateFolder } from "./private-files.ts";
import { meansStorageFull, StorageFull } from "./storage-full.ts";
import { type Db, joinsTurn, type Store, type Tx } from "./store.ts";
import { sharedTurn } from "./turn.ts";

/** Another process, such as an import, may hold the database this long before a write gives up. */
const maxWaitMs = 30_000;

/**
 * Opens (and creates, and migrates) the database file at `path`; throws StoreError where that is not possible.
 * `synchronous = NORMAL` may lose the last commits on a power cut, never the file's consistency (SQLite, "Write-Ahead Logging").
 */
export function openStore(path: string): Store {
  const { lock, writer, reader, commits } = openConnections(path);
  const tx = Object.assign(drizzle(writer), { path }) as unknown as Tx;
  const turn = sharedTurn(reader, commits);
  // Told of each statement before it runs, which then is of the turn like those in SQL.
  const read = Object.assign(drizzle(reader, { logger: { logQuery: turn.join } }), { path }) as unknown as Db;
  joinsTurn(read, turn);

  let tail: Promise<unknown> = Promise.resolve();
  let pendingWrites = 0;
  let isFull = false;
  let isClosed = false;

  async function runWrite<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (isClosed) throw new Error("the store is closed");
    // Waiting here, not inside SQLite, so that this process goes on reading while another one writes.
    await waitForTurn(() => writer.run("BEGIN IMMEDIATE"), maxWaitMs);
    try {
      const result = await work(tx);
      writer.run("COMMIT");
      commits.tell();
      turn.end();
      isFull = false;
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.run("ROLLBACK");
      if (!meansStorageFull(error)) throw error;
      isFull = true;
      throw new StorageFull(undefined, { cause: error });
    } finally {
      pendingWrites--;
    }
  }

  return {
    role: "writer",
    read,
    write(work) {
      pendingWrites++;
      const result = tail.then(() => runWrite(work));
      tail = result.catch(() => undefined);
      return result;
    },
    commits: () => String(commits.latest()),
    isReady() {
      try {
        return isMigrated(reader);
      } catch {
        return false;
      }
    },
    // What is written here is read here.
    position: () => ({ fence: 0, transactions: 0 }),
    reached: async () => true,
    backup(target) {
      if (existsSync(target)) throw new StoreError(`${target} exists already; name a new file`);
      turn.end();
      makePrivateFile(target);
      try {
        reader.query("VACUUM INTO ?").run(target);
      } catch (error) {
        rmSync(target);
        throw error;
      }
    },
    load: () => ({ bytes: sizeOf(path) + sizeOf(`${path}-wal`), pendingWrites, isFull, beginMs: null }),
    async close() {
      if (isClosed) return;
      await tail;
      isClosed = true;
      turn.end();
      reader.close();
      try {
        writer.run("PRAGMA optimize");
        // Prepared statements keep the connection half open, so SQLite would not fold the log in by itself.
        writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch (error) {
        // Another process is writing; the last one to close does this.
        if (!isBusy(error)) throw error;
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
    // From here on `waitForTurn` does the waiting.
    writer.run("PRAGMA busy_timeout = 0");
    return { lock, writer, reader: connect(path, { readonly: true }), commits: sharedCommits(path) };
  } catch (error) {
    throw new StoreError(`cannot open the database ${path}: ${(error as Error).message}`, { cause: error });
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
