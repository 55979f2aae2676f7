import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { Commits } from "../commits.ts";
import { bytesOf, connect } from "../connect.ts";
import { isMigrated, isOurs, StoreError } from "../migrate.ts";
import { type SharedReadTransaction, shareReadTransaction } from "../shared-read-transaction.ts";
import { type Db, joinsReadTransaction, type Position } from "../store.ts";

/** A replication server's data file on this machine. Only that server writes the file; this process reads it. */
export interface Copy {
  readonly db: Db;
  position(): Position;
  isMigrated(): boolean;
  endReadTransaction(): void;
  bytes(): ReturnType<typeof bytesOf>;
  close(): void;
}

interface Opened {
  inode: number;
  client: Database;
  db: Db;
  turn: SharedReadTransaction;
  latest: Database;
}

const lookEveryMs = 100;
/** By this time, requests that read from a replaced file have ended. */
const closeAfterMs = 30_000;

/**
 * Reads the file with our own SQLite, at the speed of a local file. A server that follows another server may replace
 * the file. The new file is opened once its first copy is complete. `path` identifies the database. Throws
 * StoreError if there is no file.
 */
export function openCopy(file: string, path: string, commits: Commits): Copy {
  let opened = open();
  let lookedAt = performance.now();

  function open(): Opened {
    const inode = inodeOf(file);
    if (inode === null) throw new StoreError(`the database server's file ${file} is missing`);
    const client = connect(file, { readonly: true });
    const turn = shareReadTransaction(client, commits, true);
    const db = Object.assign(drizzle(client, { logger: { logQuery: turn.join } }), { path }) as unknown as Db;
    joinsReadTransaction(db, turn);
    return { inode, client, db, turn, latest: connect(file, { readonly: true }) };
  }

  function present(): Opened {
    const now = performance.now();
    if (now - lookedAt < lookEveryMs) return opened;
    lookedAt = now;
    const inode = inodeOf(file);
    if (inode === null || inode === opened.inode || !hasArrived(file)) return opened;
    const old = opened;
    opened = open();
    setTimeout(() => close(old), closeAfterMs).unref();
    return opened;
  }

  return {
    get db() {
      return present().db;
    },
    position: () => positionOf(present().latest),
    isMigrated: () => isMigrated(present().latest),
    endReadTransaction: () => opened.turn.end(),
    bytes: () => bytesOf(file),
    close: () => close(opened),
  };
}

/** Returns whether the file contains the first copy, which appears all at once. */
export function hasArrived(file: string): boolean {
  if (inodeOf(file) === null) return false;
  const client = connect(file, { readonly: true });
  try {
    return isOurs(client);
  } finally {
    client.close();
  }
}

function close({ turn, client, latest }: Opened): void {
  turn.end();
  client.close();
  latest.close();
}

function positionOf(client: Database): Position {
  const row = client.query<Position, []>("SELECT fence, transactions FROM replication").get();
  return row ?? { fence: 0, transactions: 0 };
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino ?? null;
