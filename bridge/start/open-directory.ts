import { createRings } from "#db/keys/key-ring.ts";
import { missingKeys } from "#db/keys/missing-keys.ts";
import { publicKeyOf } from "#db/keys/signing-key.ts";
import { confirmEpoch } from "#db/queries/data/epoch-file.ts";
import { indexMissing, usedKeys } from "#db/queries/sites/check.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { StoreError } from "#db/store/migrate.ts";
import { lockServer } from "#db/store/server-lock.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import { NotWritable, type Store } from "#db/store/store.ts";
import { nodeToken } from "../nodes/node-token.ts";
import { stateOf } from "../nodes/writer-link.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-checks.ts";
import type { DemoSignIn } from "./demo-sign-in.ts";
import { createLogger } from "./log.ts";
import { databasePath, openDatabase } from "./open-database.ts";
import { textFaults } from "./text-facts.ts";

export type Directory = Awaited<ReturnType<typeof openDirectory>>;

/**
 * Locks the folder for this server and migrates the database. If SEED is `demo`, fills a new database with the demo
 * data.
 */
export async function openDirectory(config: Config) {
  const { store, lock } = await open(config);
  if (config.isProduction) await refuseDemo(store);
  if (config.isProduction && store.role === "writer") await warnOfTexts(config, store);
  if (store.role === "reader") return { store, lock, demo: null, isNew: false };
  const contents = await fill(config, store).catch((error) => {
    if (error instanceof NotWritable) throw new ConfigError(`DATABASE_URL: ${error.message}`);
    if (error instanceof StorageFull) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  });
  return { store, lock, ...contents };
}

async function fill(config: Config, store: Store) {
  const indexed = await indexMissing(store);
  if (indexed > 0) createLogger(config).info({ indexed }, "search index rebuilt");
  await confirmEpoch(store);
  const demo = config.SEED === "demo" ? await startDemo(config, store) : null;
  return { demo, isNew: (await allSites(store.read)).length === 0 };
}

async function open(config: Config) {
  try {
    const lock = lockServer(databasePath(config));
    const store = await openDatabase(config);
    await warnOfKeys(config, store);
    // Creates missing keys, so that the operator can copy them before they are needed.
    publicKeyOf(store.read);
    createRings(store.read);
    if (config.DATABASE_URL && config.WRITER_URL && store.role === "writer")
      await refuseSecondWriter(config.WRITER_URL, store);
    return { lock, store };
  } catch (error) {
    if (error instanceof StoreError) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

/** A writer that was replaced must not continue beside the new one, because their data could never be merged. */
async function refuseSecondWriter(url: string, store: Store): Promise<void> {
  const other = await stateOf(url, nodeToken(store.read));
  if (other?.role === "writer")
    throw new ConfigError(`NODE_ROLE: another writer is already running at ${url}; start this node as a reader`);
}

/** Warns of missing keys that the contents of the database need, for example after a move to another machine. */
async function warnOfKeys(config: Config, store: Store): Promise<void> {
  const used = await usedKeys(store.read);
  for (const { file, name, loss } of missingKeys(store.read.path))
    if (used.includes(name)) createLogger(config).warn({ file, without_it: loss }, "a key file is missing");
}

/** Warns of legal pages that the server does not publish, because the operator has not accepted their texts. */
async function warnOfTexts(config: Config, store: Store): Promise<void> {
  const log = createLogger(config);
  for (const site of await allSites(store.read)) {
    const { pages, variables } = textFaults(config, site);
    if (pages.length > 0)
      log.warn({ site: site.key, pages }, "legal pages are not published: accept or replace their texts");
    if (variables.length > 0)
      log.warn({ site: site.key, variables }, "published pages are incomplete: set these variables");
  }
}

async function startDemo({ isProduction, DATA_DIR }: Config, store: Store): Promise<DemoSignIn | null> {
  const { seedDemo } = await import("#db/seed/demo.ts");
  await seedDemo(store, new Date());
  if (isProduction) return null;
  const { demoSignIn } = await import("./demo-sign-in.ts");
  return demoSignIn(store, DATA_DIR, new Date());
}

/**
 * Refuses a database with the demo account. Its password and API key are in a file and may have been shown to anyone.
 */
async function refuseDemo(store: Store): Promise<void> {
  const { hasDemoSignIn } = await import("./demo-sign-in.ts");
  if (await hasDemoSignIn(store))
    throw new ConfigError(
      "DATA_DIR: contains the demo account, which is not allowed with NODE_ENV=production; use another folder, or delete the account with: admin user delete founder@demo.test",
    );
}
