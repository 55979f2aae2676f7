import type { Database } from "bun:sqlite";
import { existsSync, rmSync } from "node:fs";
import { makePrivateFile } from "../keys/private-files.ts";
import { StoreError } from "./migrate.ts";

/** Throws StoreError if the file already exists or the disk is full. A failed backup leaves no file behind. */
export function writeBackup(client: Database, target: string): void {
  if (existsSync(target)) throw new StoreError(`${target} already exists; choose another file`);
  makePrivateFile(target);
  try {
    client.query("VACUUM INTO ?").run(target);
  } catch (error) {
    rmSync(target);
    throw new StoreError(`cannot write ${target}: ${(error as Error).message}`, { cause: error });
  }
}
