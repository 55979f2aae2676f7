import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import { count } from "../values/counters.ts";
import type { SharedReadTransaction } from "./shared-read-transaction.ts";

/**
 * A connection for reads. `path` identifies the database. Files that belong to the database but must not be in it, such
 * as keys, are stored beside this path.
 */
export type Db = SqliteRemoteDatabase & { readonly $client: Database; readonly path: string };

declare const isWriting: unique symbol;

/**
 * A transaction for writing, which only `write` provides. Inside it, await only its statements and `yieldToEventLoop`.
 */
export type Tx = Db & {
  readonly [isWriting]: true;
  /** Whether a server runs the statements. If so, each statement needs a round trip. */
  readonly isServed?: true;
};

/** A position in the order of all transactions. A new writer starts a higher fence, so its transactions come later. */
export interface Position {
  fence: number;
  transactions: number;
}

export interface Store {
  /** A writer stores all data; a reader follows another node's writes. */
  role: "writer" | "reader";
  /**
   * Reads see the last committed state or, on a reader, the last state received. Do not keep `read` beyond a request.
   */
  readonly read: Db;
  /**
   * Runs `work` in a `BEGIN IMMEDIATE` transaction and rolls it back if `work` throws. Only one transaction runs at a
   * time. Throws StorageFull if the disk is full, and NotWritable if this node cannot currently write. A quiet write to
   * a file keeps the cached results and stored responses, which must not depend on the tables that it changes.
   */
  write<T>(work: (tx: Tx) => Promise<T>, options?: { isQuiet: true }): Promise<T>;
  /** A string that changes whenever a transaction of any process, except a quiet one, becomes visible to reads. */
  commits(): string;
  /** Whether the database responds and all of this version's migrations are applied. */
  isReady(): boolean;
  position(): Position;
  /** Waits until reads see `position`. Returns false if that takes longer than `maxMs`. */
  reached(position: Position, maxMs: number): Promise<boolean>;
  /** Writes a consistent copy of the whole database to a new file. Throws if the file exists. */
  backup(path: string): void;
  /** Moves all commits from the log to the database file and empties the log, which still contains deleted content. */
  emptyLog(): void;
  /**
   * The bytes of the database with its log and of the log alone, and the number of writes running or waiting in this process. `isFull` means
   * that the last write found the disk full. `beginMs` is how long that write took to begin, or null if the writer is
   * in this process.
   */
  load(): { bytes: number; walBytes: number; pendingWrites: number; isFull: boolean; beginMs: number | null };
  close(): Promise<void>;
}

/** Thrown if nothing was written, because this node is a reader or the database server does not respond. */
export class NotWritable extends Error {}

const turns = new WeakMap<Db, SharedReadTransaction>();
export const joinsReadTransaction = (db: Db, turn: SharedReadTransaction): void => void turns.set(db, turn);

/** Builds a statement once per connection. Building one takes about 60 µs, and running it 2 µs. */
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
 * Returns an object that stays the same until a commit of any process becomes visible to reads, or null in a transaction
 * that writes.
 */
export function commitState(db: Db): object | null {
  const turn = turns.get(db);
  turn?.join();
  return turn?.kept ?? null;
}

const hit = 'slipway_cache_reads_total{cache="results",result="hit"}';
const miss = 'slipway_cache_reads_total{cache="results",result="miss"}';

/**
 * Caches the result of an expensive or frequent query until the next commit by any process. The result must depend only
 * on the database and the key. Callers share the result and must not change it.
 */
export async function cachedUntilCommit<T extends object | string | number | boolean | null>(
  db: Db,
  question: string,
  ask: () => Promise<T>,
): Promise<T> {
  const turn = turns.get(db);
  if (!turn) return ask();
  turn.join();
  const { kept } = turn;
  const known = kept.get(question) as T | undefined;
  count(known === undefined ? miss : hit);
  if (known !== undefined) return known;
  const answer = await ask();
  // If there was a commit in the meantime, a new cache has replaced this one, so the result is not reused.
  kept.set(question, answer);
  return answer;
}

/** A Date is bound as its ISO text, and an array as JSON. */
export type Parameter = string | number | bigint | boolean | Uint8Array | Date | readonly unknown[] | null;

function bound(parameter: Parameter): SQLQueryBindings {
  if (typeof parameter !== "object" || parameter === null || parameter instanceof Uint8Array) return parameter;
  return parameter instanceof Date ? parameter.toISOString() : JSON.stringify(parameter);
}

/** Functions that convert columns that SQLite stores in another form, such as JSON, or 0 and 1 for booleans. */
type Readers<Row> = { readonly [Name in keyof Row]?: (stored: never) => Row[Name] };

/**
 * A prepared SQL statement, for what the query builder cannot express. Rows are objects. `value` reads the only column
 * of a statement that always returns one row, such as a count; `values` reads the only column of every row. `changes`
 * runs a statement with RETURNING and returns whether it changed a row.
 */
export function preparedSql<Row, Params extends Parameter[]>(text: string, readers?: Readers<Row>) {
  const built = prepared((db) => db.$client.prepare<Row, SQLQueryBindings[]>(plannedOnce(text)));
  const statement = (db: Db) => {
    turns.get(db)?.join();
    return built(db);
  };
  const readerOf = new Map<string, (stored: unknown) => unknown>(Object.entries(readers ?? {}));
  const read = (row: Row) =>
    Object.fromEntries(
      Object.entries(row as object).map(([name, stored]) => {
        const reader = readerOf.get(name);
        return [name, reader ? reader(stored) : stored];
      }),
    ) as Row;
  const all = async (db: Db, ...params: Params): Promise<Row[]> => {
    const rows = await statement(db).all(...params.map(bound));
    return readers ? rows.map(read) : rows;
  };
  const get = async (db: Db, ...params: Params): Promise<Row | null> => {
    const row = await statement(db).get(...params.map(bound));
    return row && readers ? read(row) : row;
  };
  const only = (row: Row) => Object.values(row as object)[0] as Row[keyof Row];
  return {
    all,
    get,
    changes: async (tx: Tx, ...params: Params): Promise<boolean> => (await get(tx, ...params)) !== null,
    exists: async (db: Db, ...params: Params): Promise<boolean> => (await get(db, ...params)) !== null,
    value: async (db: Db, ...params: Params): Promise<Row[keyof Row]> => only((await get(db, ...params))!),
    valueOrNull: async (db: Db, ...params: Params): Promise<Row[keyof Row] | null> => {
      const row = await get(db, ...params);
      return row && only(row);
    },
    values: async (db: Db, ...params: Params): Promise<Row[keyof Row][]> => (await all(db, ...params)).map(only),
    run: async (tx: Tx, ...params: Params): Promise<void> => {
      await statement(tx).run(...params.map(bound));
    },
  };
}

/**
 * SQLite 3.54 replans a join whenever a parameter compared with an indexed column changes. This takes 3 to 80 µs, which
 * is most of the time that a read takes. A unary plus hides the value from the planner and changes nothing else.
 */
const plannedOnce = (text: string) =>
  text.replace(/'[^']*'|\?\d*/g, (part) => (part.startsWith("?") ? `+${part}` : part));
