import { join } from "node:path";
import { openStore } from "#db/store/file-store.ts";
import type { Store } from "#db/store/store.ts";
import { noteWriteAttempt } from "../nodes/reader.ts";
import type { Config } from "./config.ts";

type Settings = Pick<Config, "DATA_DIR" | "DATABASE_URL" | "DATABASE_TOKEN" | "DATABASE_FILE" | "NODE_ROLE">;

export const databasePath = ({ DATA_DIR }: Pick<Config, "DATA_DIR">) => join(DATA_DIR, "slipway.db");

/** Opens this node's database: either a file or the database that `sqld` keeps. Throws StoreError. */
export async function openDatabase(config: Settings): Promise<Store> {
  const { DATABASE_URL: url, DATABASE_TOKEN: token, DATABASE_FILE: file, NODE_ROLE: role } = config;
  const path = databasePath(config);
  if (!url || !file) return openStore(path);
  const { openSqldStore } = await import("#db/store/sqld/sqld-store.ts");
  return openSqldStore({ role, url, token, file, path, onRefused: noteWriteAttempt });
}
