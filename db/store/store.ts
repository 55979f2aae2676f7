import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { SqliteRemoteDatabase } from "drizzle-orm/sqlite-proxy";
import type { SharedReadTransaction } from "./shared-read-transaction.ts";

/**
 * A connection to read from. `path` names the database: what belongs to it and must not lie in it, such as keys, lies
 * beside that path.
 */
export type Db = SqliteRemoteDatabase & { readonly $client: Database; readonly path: string };

declare const isWriting: unique symbol;

/** The transaction to write in, which only `write` gives. Statements on it may be awaited, and `givesWay`; nothing else may be inside it. */
export type Tx = Db & {
  readonly [isWriting]: true;
  /** Whether a server runs its statements, to which each is a round trip. */
  readonly isServed?: true;
};

/** A place in the order of all transactions. Those of a later fence, which begins with a new writer, come later. */
export interface Position {
  fence: number;
  transactions: number;
}

export interface Store {
  /** Where all data is written, or where a copy is read that follows another node's writes. */
  role: "writer" | "reader";
  /** Reads see the last committed state; at a reader the last that has arrived. To be asked for anew by each request. */
  readonly read: Db;
  /**
   * Runs `work` alone in one `BEGIN IMMEDIATE` transaction: all of it is committed, or none when it throws. Throws
   * StorageFull where the disk is, and NotWritable where this node cannot write now.
   */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Another text after each transaction that reads see, whichever process made it. */
  commits(): string;
  /** True while the database answers and every migration of this build has been applied. */
  isReady(): boolean;
  /** How far what reads see has come. */
  position(): Position;
  /** Waits until reads see `position`; false where that takes longer than `maxMs`. */
  reached(position: Position, maxMs: number): Promise<boolean>;
  /** A consistent copy of the whole database in a new file at `path`. Throws when the file exists. */
  backup(path: string): void;
  /**
   * Bytes of the database with its log, writes that run or wait in this process, whether the last found no room, and the
   * milliseconds that the last one took to begin where that is asked of another process.
   */
  load(): { bytes: number; pendingWrites: number; isFull: boolean; beginMs: number | null };
  close(): Promise<void>;
}

/** Nothing was written: a reader was asked to, or the database's server does not answer. */
export class NotWritable extends Error {}

/** The shared read transactions of the connections that have one. */
const turns = new WeakMap<Db, SharedReadTransaction>();
/** Has the reads of a connection share a transaction. */
export const joinsReadTransaction = (db: Db, turn: SharedReadTransaction): void => void turns.set(db, turn);

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
 * A question whose answer is kept until the next commit, whichever process makes it: asked often, or dear to ask. The
 * answer is of the database and of what the question names, nothing else; who asks shares it, and changes nothing in it.
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
  if (known !== undefined) return known;
  const answer = await ask();
  // Where a commit was noticed meanwhile these are not kept any more.
  kept.set(question, answer);
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
    run: async (db: Db, ...params: Params): Promise<void> => {
      await statement(db).run(...params);
    },
  };
}

/**
 * SQLite 3.54 plans a join anew each time a parameter that is compared with an indexed column gets another value: 3 µs
 * to 80 µs, most of what a read takes. A unary plus keeps it from looking at the value and changes nothing else.
 */
const plannedOnce = (text: string) =>
  text.replace(/'[^']*'|\?\d*/g, (part) => (part.startsWith("?") ? `+${part}` : part));
