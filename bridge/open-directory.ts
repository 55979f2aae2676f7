import { join } from "node:path";
import { StoreError } from "../db/migrate.ts";
import { indexMissing } from "../db/queries/check.ts";
import { allSites } from "../db/queries/sites.ts";
import { lockServer } from "../db/server-lock.ts";
import { publicKeyOf } from "../db/signature.ts";
import { openStore, type Store } from "../db/store.ts";
import { type Config, ConfigError } from "./config.ts";
import type { DemoSignIn } from "./demo-sign-in.ts";
import { createLogger } from "./log.ts";

export interface Directory {
  store: Store;
  /** What says that a server serves this folder. */
  lock: { close(): void };
  /** How to sign in to the demo, where that is what is served. */
  demo: DemoSignIn | null;
  /** Whether it has no site yet. */
  isNew: boolean;
}

/** Takes the folder for this server, brings its database up to date, and fills a new one where it is to be. */
export async function openDirectory(config: Config): Promise<Directory> {
  const { store, lock } = open(config);
  if (config.isProduction) await refuseDemo(store);
  const indexed = await indexMissing(store);
  if (indexed > 0) createLogger(config.LOG_LEVEL).info({ indexed }, "the search index was made anew");
  const demo = config.SEED === "demo" ? await startDemo(config, store) : null;
  return { store, lock, demo, isNew: (await allSites(store.read)).length === 0 };
}

function open({ DATA_DIR }: Config) {
  try {
    const path = join(DATA_DIR, "slipway.db");
    const lock = lockServer(path);
    const store = openStore(path);
    // The key that ballots are signed with is there, for the operator's backup, before the first week closes.
    publicKeyOf(store.read);
    return { lock, store };
  } catch (error) {
    if (error instanceof StoreError) throw new ConfigError(`DATA_DIR: ${error.message}`);
    throw error;
  }
}

/** Fills a new database with the demo directory; loaded only for that. */
async function startDemo({ isProduction, DATA_DIR }: Config, store: Store): Promise<DemoSignIn | null> {
  const { seedDemo } = await import("../db/seed/demo.ts");
  await seedDemo(store, new Date());
  if (isProduction) return null;
  const { demoSignIn } = await import("./demo-sign-in.ts");
  return demoSignIn(store, DATA_DIR, new Date());
}

/** In production: the demo's account and key stand in a file, and may have been shown to anyone. */
async function refuseDemo(store: Store): Promise<void> {
  const { hasDemoSignIn } = await import("./demo-sign-in.ts");
  if (await hasDemoSignIn(store))
    throw new ConfigError(
      "DATA_DIR: its database holds the demo account, which NODE_ENV=production refuses; name another folder, or delete the account: admin user delete founder@demo.test",
    );
}
