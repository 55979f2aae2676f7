import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { noteWriteAttempt } from "#bridge/nodes/reader.ts";
import { createRings } from "#db/keys/key-ring.ts";
import { publicKeyOf } from "#db/keys/signing-key.ts";
import { attachSqldStore, openSqldStore } from "#db/store/sqld/sqld-store.ts";
import type { Store } from "#db/store/store.ts";
import { writeEmptyDatabase } from "./empty-database.ts";
import { newFolder, primaryFolderOf, type Sqld, startSqld } from "./sqld.ts";
import { temporary } from "./temporary.ts";

/** Whether all stores are kept by `sqld` and all servers are a writer and a reader. */
export const isOnNodes = process.env.TEST_NODES === "1";

const sqldOf = new WeakMap<Store, Sqld>();
let made = 0;

/** Converts a database file, created if needed, to a store of a new `sqld`, which ends with the store. */
export function writerStore(source: string): Store {
  if (!existsSync(source)) writeEmptyDatabase(source);
  const sqld = startSqld(primaryFolderOf(source));
  const path = join(temporary, `node-${++made}.db`);
  copyKeys(source, path);
  const store = attachSqldStore({ role: "writer", url: sqld.url, file: sqld.file, path });
  sqldOf.set(store, sqld);
  return closing(store, sqld);
}

/** Whether a store is kept by `sqld`. Admin commands use the file, as on the writer's machine. */
export const isOfNodes = (store: Store): boolean => sqldOf.has(store);

/** A reader's copy of a writer's store, kept by its own `sqld`. */
export async function readerStore(writer: Store): Promise<Store> {
  const sqld = startSqld(newFolder(), { primaryUrl: sqldOf.get(writer)!.grpcUrl });
  const path = join(temporary, `node-${++made}.db`);
  // Creates both keys, which otherwise happens at their first use.
  createRings(writer.read);
  publicKeyOf(writer.read);
  copyKeys(writer.read.path, path);
  const settings = { role: "reader", url: sqld.url, file: sqld.file, path, onRefused: noteWriteAttempt } as const;
  return closing(await openSqldStore(settings), sqld);
}

export function copyKeys(from: string, to: string): void {
  for (const key of [".key", ".signing.pem"]) if (existsSync(from + key)) copyFileSync(from + key, to + key);
}

function closing(store: Store, sqld: Sqld): Store {
  const { close } = store;
  store.close = async () => {
    await close();
    await sqld.kill();
  };
  return store;
}
