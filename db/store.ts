import { Database, type SQLQueryBindings } from "bun:sqlite";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { migrate } from "drizzle-orm/bun-sqlite/migrator";

/** A connection to read from, or the transaction to write in. Statements on it may be awaited; nothing else may be inside `write`. */
export type Db = BunSQLiteDatabase & { $client: Database };

export interface Store {
  /** Reads see the last committed state. */
  read: Db;
  /** Runs `work` alone in one `BEGIN IMMEDIATE` transaction: all of it is committed, or none when it throws. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** True while the file answers and every migration of this build has been applied. */
  isReady(): boolean;
  /** A consistent copy of the whole database in a new file at `path`. Throws when the file exists. */
  backup(path: string): void;
  close(): Promise<void>;
}

const migrationsFolder = join(import.meta.dir, "migrations");

/**
 * Opens (and creates, and migrates) the database file at `path`.
 * `synchronous = NORMAL` may lose the last commits on a power cut, never the file's consistency (SQLite, "Write-Ahead Logging").
 */
export function openStore(path: string): Store {
  mkdirSync(dirname(path), { recursive: true });
  const writer = connect(path, { create: true });
  migrate(drizzle(writer), { migrationsFolder });
  const reader = connect(path, { readonly: true });
  const tx = drizzle(writer);
  const read = drizzle(reader);

  let tail: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  async function runWrite<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    if (isClosed) throw new Error("the store is closed");
    writer.run("BEGIN IMMEDIATE");
    try {
      const result = await work(tx);
      writer.run("COMMIT");
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.run("ROLLBACK");
      throw error;
    }
  }

  return {
    read,
    write(work) {
      const result = tail.then(() => runWrite(work));
      tail = result.catch(() => undefined);
      return result;
    },
    isReady() {
      try {
        return reader.query("SELECT 1 FROM sites LIMIT 1").all() !== undefined;
      } catch {
        return false;
      }
    },
    backup(target) {
      if (existsSync(target)) throw new Error(`${target} exists already; name a new file`);
      reader.query("VACUUM INTO ?").run(target);
    },
    async close() {
      if (isClosed) return;
      await tail;
      isClosed = true;
      reader.close();
      writer.run("PRAGMA optimize");
      // Prepared statements keep the connection half open, so SQLite would not fold the log in by itself.
      writer.run("PRAGMA wal_checkpoint(TRUNCATE)");
      writer.close();
    },
  };
}

function connect(path: string, options: { readonly?: boolean; create?: boolean }): Database {
  const client = new Database(path, { strict: true, ...options });
  const pragmas = options.readonly ? [] : ["page_size = 8192", "journal_mode = WAL", "synchronous = NORMAL"];
  for (const pragma of [
    ...pragmas,
    "foreign_keys = ON",
    "busy_timeout = 5000",
    "mmap_size = 1073741824",
    "cache_size = -16000",
  ])
    client.run(`PRAGMA ${pragma}`);
  return client;
}

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

/** A prepared statement in SQL text, for what the query builder cannot say; rows come back as objects. */
export function preparedSql<Row, Params extends SQLQueryBindings[]>(text: string) {
  const statement = prepared((db) => db.$client.prepare<Row, SQLQueryBindings[]>(plannedOnce(text)));
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
