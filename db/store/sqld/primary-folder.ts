import { Database } from "bun:sqlite";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile } from "../../keys/private-files.ts";
import { migrate, StoreError } from "../migrate.ts";
import type { Position } from "../store.ts";

/** sqld 0.24 fails with any other page size. */
const pageBytes = 4096;

/**
 * Creates a primary server's data folder from a database file, or from the data file of a stopped server. The fence
 * increases, so the former primary cannot continue. Returns the position of the copy. Throws StoreError if the folder
 * is in use or there is no database.
 */
export function makePrimaryFolder(source: string, folder: string): Position {
  const data = join(folder, "dbs/default/data");
  if (existsSync(folder)) throw new StoreError(`${folder} already exists; choose another folder`);
  if (!existsSync(source)) throw new StoreError(`there is no database ${source}`);
  mkdirSync(join(folder, "dbs/default"), { recursive: true, mode: 0o700 });
  makePrivateFile(data);
  copy(source, data);
  const client = new Database(data, { strict: true });
  try {
    migrate(client);
    client.run("UPDATE replication SET fence = fence + 1");
    const position = client.query<Position, []>("SELECT fence, transactions FROM replication").get()!;
    // When it starts, sqld reads the file but not a log beside it.
    client.run("PRAGMA wal_checkpoint(TRUNCATE)");
    client.run("PRAGMA journal_mode = DELETE");
    return position;
  } finally {
    client.close();
  }
}

function copy(source: string, data: string): void {
  const database = new Database(source, { readonly: true });
  try {
    if (database.query<{ page_size: number }, []>("PRAGMA page_size").get()!.page_size !== pageBytes) {
      database.run(`PRAGMA page_size = ${pageBytes}`);
      database.query("VACUUM INTO ?").run(data);
      return;
    }
  } finally {
    database.close();
  }
  copyFileSync(source, data);
  if (existsSync(`${source}-wal`)) copyFileSync(`${source}-wal`, `${data}-wal`);
}
