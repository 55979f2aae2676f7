import type { Database, SQLQueryBindings } from "bun:sqlite";
import { existsSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { sharedCommits } from "./commits.ts";
import { connect, isBusy, lockShared, waitForTurn } from "./connect.ts";
import { isMigrated, migrate, StoreError } from "./migrate.ts";
import { makePrivateDatabase, makePrivateFile, makePrivateFolder } from "./private-files.ts";
import { meansStorageFull, StorageFull } from "./storage-full.ts";
import { sharedTurn, type Turn } from "./turn.ts";

/** A connection to read from. */
export type Db = BunSQLiteDatabase & { $client: Database };

declare const isWriting: unique symbol;

/** The transaction to write in, which only `write` gives. Statements on it may be awaited, and `givesWay`; nothing else may be inside it. */
export type Tx = Db & { readonly [isWriting]: true };

export interface Store {
  /** Reads see the last committed state. */
  read: Db;
  /**
   * Runs `work` alone in one `BEGIN IMMEDIATE` transaction: all of it is committed, or none when it throws. Throws
   * StorageFull where the disk is.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** True while the file answers and every migration of this build has been applied. */
  isReady(): boolean;
  /** A consistent copy of the whole database in a new file at `path`. Throws when the file exists. */
  backup(path: string): void;
  /** Bytes of the database with its log, writes that run or wait in this process, and whether the last found no room. */
  load(): { bytes: number; pendingWrites: number; isFull: boolean };
  close(): Promise<void>;
}

/** Another process, such as an import, may hold the database this long before a write gives up. */
const maxWaitMs = 30_000;

/**
 * Opens (and creates, and migrates) the database file at `path`; throws StoreError where that is not possible.
 * `synchronous = NORMAL` may lose the last commits on a power cut, never the file's consistency (SQLite, "Write-Ahead Logging").
 */
export function openStore(path: string): Store {
  const { lock, writer, reader, commits } = openConnections(path);
  const tx = drizzle(writer) as Tx;
  const turn = sharedTurn(reader, commits);
  // Told of each statement before it runs, which then is of the turn like those in SQL.
  const read = drizzle(reader, { logger: { logQuery: turn.join } });
  turns.set(read, turn);

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
    read,
    write(work) {
      pendingWrites++;
      const result = tail.then(() => runWrite(work));
      tail = result.catch(() => undefined);
      return result;
    },
    isReady() {
      try {
        return isMigrated(reader);
      } catch {
        return false;
      }
    },
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
    load: () => ({ bytes: sizeOf(path) + sizeOf(`${path}-wal`), pendingWrites, isFull }),
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

/** The shared read transactions of the connections that have one. */
const turns = new WeakMap<Db, Turn>();

/** Builds a statement once per connection: building costs some 60 µs, running a built one 2 µs. */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const built = new WeakMap<Db, T>();
  return (db) => {
    let statement = built.get(db);
    if (statement === undefined) {
      statement = build(db);
      built.set(db, statement);
    }
    return statement;
  };
}

/**
 * A question that nearly every read asks, answered once for all that share a transaction. `ask` has to read before it
 * first waits, so that its answer is of this transaction.
 */
export function oncePerTurn<T>(db: Db, question: string, ask: () => Promise<T>): Promise<T> {
  const turn = turns.get(db);
  if (!turn) return ask();
  turn.join();
  const known = turn.kept.get(question) as Promise<T> | undefined;
  if (known) return known;
  const answer = ask();
  turn.kept.set(question, answer);
  return answer;
}

/** A prepared statement in SQL text, for what the query builder cannot say; rows come back as objects. */
export function preparedSql<Row, Params extends SQLQueryBindings[]>(text: string) {
  const built = prepared((db) => db.$client.prepare<Row, SQLQueryBindings[]>(plannedOnce(text)));
  const statement = (db: Db) => {
    turns.get(db)?.join();
    return built(db);
  };
  return {
    all: async (db: Db, ...params: Params): Promise<Row[]> => statement(db).all(...params),
    get: async (db: Db, ...params: Params): Promise<Row | null> => statement(db).get(...params),
    run: async (db: Db, ...params: Params): Promise<void> => void statement(db).run(...params),
  };
}

/**
 * SQLite 3.54 plans a join anew each time a parameter that is compared with an indexed column gets another value: 3 µs
 * to 80 µs, most of what a read takes. A unary plus keeps it from looking at the value and changes nothing else.
 */
const plannedOnce = (text: string) =>
  text.replace(/'[^']*'|\?\d*/g, (part) => (part.startsWith("?") ? `+${part}` : part));
