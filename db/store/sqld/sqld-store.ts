import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { ResponseError } from "@libsql/hrana-client";
import { makePrivateFolder } from "../../keys/private-files.ts";
import { writeBackup } from "../backup.ts";
import { type Commits, sharedCommits } from "../commits.ts";
import { waitForTurn } from "../connect.ts";
import { StoreError } from "../migrate.ts";
import { hasNoRoom, meansStorageFull } from "../storage-full.ts";
import { NotWritable, type Position, type Store } from "../store.ts";
import { writeQueue } from "../write-queue.ts";
import { type Copy, hasArrived, openCopy } from "./copy.ts";
import { migrateRemote } from "./migrate-remote.ts";
import { remoteTx } from "./remote-tx.ts";
import { type SqlStream, sqlStream } from "./stream.ts";

export interface SqldSettings {
  role: Store["role"];
  url: string;
  token?: string;
  /** The server's data file, such as `/var/lib/sqld/dbs/default/data`. */
  file: string;
  /** A path that identifies the database on this machine. Its keys are stored next to it. */
  path: string;
  onRefused?(): void;
}

const pollMs = 2;

/** Migrating a large database, or copying it for the first time, may take a long time. */
const maxPrepareMs = 3_600_000;

/**
 * Reads come from the server's file on this machine. Writes are transactions on one stream to the server, and the
 * writer migrates the database. Throws StoreError if the store cannot be opened.
 */
export async function openSqldStore(settings: SqldSettings): Promise<Store> {
  const { role, url, token, file, path } = settings;
  const stream = sqlStream(url, token, maxPrepareMs);
  try {
    makePrivateFolder(dirname(path));
    stream.open();
    if (role === "writer") await migrateRemote(stream);
    else await follow(stream, file, path);
    return attachSqldStore(settings);
  } catch (error) {
    throw error instanceof StoreError
      ? error
      : new StoreError(`cannot open the database at ${url}: ${(error as Error).message}`, { cause: error });
  } finally {
    stream.end();
  }
}

async function follow(stream: SqlStream, file: string, path: string): Promise<void> {
  // This node must be able to open the tokens and sealed text that the writer creates.
  for (const key of [`${path}.key`, `${path}.signing.pem`])
    if (!existsSync(key)) throw new StoreError(`${key} is missing; copy it from the writer node`);
  // A server starts following when it receives its first statement.
  await stream.run("SELECT 1");
  for (const deadline = Date.now() + maxPrepareMs; !hasArrived(file); await Bun.sleep(100))
    if (Date.now() > deadline) throw new StoreError(`nothing has been copied to ${file}; see sqld's log`);
}

export function attachSqldStore({ role, url, token, file, path, onRefused }: SqldSettings): Store {
  const commits = sharedCommits(path);
  const copy = openCopy(file, path, commits);
  return storeOf(role, { stream: sqlStream(url, token), copy, folder: dirname(file), path, commits, onRefused });
}

interface Parts {
  stream: SqlStream;
  copy: Copy;
  folder: string;
  path: string;
  commits: Commits;
  onRefused?(): void;
}

function storeOf(role: Store["role"], parts: Parts): Store {
  const { copy, commits, stream } = parts;
  const writer = role === "writer" ? oneWriter(parts) : noWriter(parts);

  async function reached(wanted: Position, maxMs: number): Promise<boolean> {
    for (const deadline = performance.now() + maxMs; isBehind(wanted, copy.position()); await Bun.sleep(pollMs))
      if (performance.now() > deadline) return false;
    // Shared read transactions may have started before reads reached the position. This call ends them.
    commits.tell();
    return true;
  }

  return {
    role,
    get read() {
      return copy.db;
    },
    write: writer.write,
    commits() {
      const { fence, transactions } = copy.position();
      return `${fence}.${transactions}`;
    },
    isReady() {
      try {
        return copy.isMigrated() && writer.isReady();
      } catch {
        return false;
      }
    },
    position: copy.position,
    reached,
    backup(target) {
      copy.endReadTransaction();
      writeBackup(copy.db.$client, target);
    },
    // sqld manages its log itself.
    emptyLog() {},
    load: () => ({ ...copy.bytes(), ...writer.load() }),
    async close() {
      await writer.close();
      stream.end();
      copy.close();
    },
  };
}

const isBehind = (wanted: Position, { fence, transactions }: Position) =>
  fence < wanted.fence || (fence === wanted.fence && transactions < wanted.transactions);

type Writer = Pick<Store, "write" | "isReady" | "close"> & {
  load(): Omit<ReturnType<Store["load"]>, "bytes" | "walBytes">;
};

const noWriter = ({ onRefused }: Parts): Writer => ({
  write() {
    onRefused?.();
    return Promise.reject(new NotWritable("this node is read-only"));
  },
  isReady: () => true,
  load: () => ({ pendingWrites: 0, isFull: false, beginMs: null }),
  close: async () => {},
});

// sqld also reports a full disk with this code.
const failedToWrite = (error: unknown) => error instanceof ResponseError && error.code === "SQLITE_IOERR";

const probeEveryMs = 5000;
/** Thrown to roll back a transaction that only tested whether writing works. */
class Probed extends Error {}

/** Each transaction checks that the fence is still the one with which this node began to write. */
function oneWriter({ stream, copy, folder, path, commits }: Parts): Writer {
  const tx = remoteTx(stream, path);
  const { fence } = copy.position();
  let isAnswering = true;
  let beginMs: number | null = null;
  const meansFull = (error: unknown) => meansStorageFull(error) || (failedToWrite(error) && hasNoRoom(folder));
  const queue = writeQueue(async (work) => {
    try {
      const began = performance.now();
      stream.open();
      await waitForTurn(() => stream.run("BEGIN IMMEDIATE"));
      await mark();
      beginMs = performance.now() - began;
      isAnswering = true;
      const result = await work(tx);
      await stream.run("COMMIT");
      commits.tell();
      copy.endReadTransaction();
      return result;
    } catch (error) {
      if (error instanceof NotWritable) {
        isAnswering = false;
        // The server rolls back the open transaction when the stream ends.
        stream.end();
      } else await stream.run("ROLLBACK").catch(() => stream.end());
      throw error;
    }
  }, meansFull);

  async function mark(): Promise<void> {
    const { rows } = await stream.run(
      "UPDATE replication SET transactions = transactions + 1 WHERE fence = ? RETURNING 1",
      [fence],
    );
    if (rows.length === 0) throw new NotWritable("another node is now the writer; start this node as a reader");
  }

  // While nobody is writing, the probe detects a server that hangs and notices its recovery.
  const probe = setInterval(() => {
    if (queue.load().pendingWrites === 0) void queue.write(() => Promise.reject(new Probed())).catch(() => undefined);
  }, probeEveryMs);
  probe.unref();

  return {
    write: queue.write,
    isReady: () => isAnswering,
    load: () => ({ ...queue.load(), beginMs }),
    close() {
      clearInterval(probe);
      return queue.close();
    },
  };
}
