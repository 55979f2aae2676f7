import { Database } from "bun:sqlite";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refreshWeekRanks } from "#db/queries/boards/boards.ts";
import { fillCards } from "#db/queries/search/stored-cards.ts";
import { openStore } from "#db/store/file-store.ts";
import { inSteps } from "#tools/core/operations/in-steps.ts";
import { mergeSearch } from "#tools/search/merge-search.ts";
import { siteId, writeRows } from "./rows.ts";

/** Inputs of a generated database. A change of any of them gives another version, so that no stale one is measured. */
const sources = [
  "data.ts",
  "index-worker.ts",
  "listing.ts",
  "rows.ts",
  "random.ts",
  "../../db/queries/search/search-facts.ts",
  "../../db/queries/search/search-text.ts",
  "../../db/migrations/meta/_journal.json",
  "../../db/migrations/0001_search.sql",
];
async function versionOf(): Promise<string> {
  const texts = sources.map((path) => Bun.file(join(import.meta.dir, path)).text());
  return Bun.hash((await Promise.all(texts)).join()).toString(36);
}

/** Returns the folder of an invented directory with `size` listings, which is generated if needed. */
export async function benchData(size: number, { fresh = false, root = tmpdir() } = {}): Promise<string> {
  const folder = join(root, `slipway-bench-${await versionOf()}-${size}`);
  if (fresh) rmSync(folder, { recursive: true, force: true });
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const path = join(unfinished, "slipway.db");
  const rowsPath = join(unfinished, "rows.db");
  const indexing = Bun.spawn([process.execPath, join(import.meta.dir, "index-worker.ts"), path, String(size)], {
    stderr: "inherit",
  });
  await openStore(rowsPath).close();
  const rows = openFast(rowsPath);
  dropLater(rows);
  const weeks = writeRows(rows, size);
  rows.close();
  if ((await indexing.exited) !== 0) throw new Error("building the search index failed");
  takeRows(path, rowsPath);
  const store = openStore(path);
  await store.write(async (tx) => {
    for (const week of weeks) await refreshWeekRanks(tx, siteId, week);
  });
  // The state after an import.
  await mergeSearch(store.write);
  await inSteps(store.write, 0, fillCards);
  await store.close();
  renameSync(unfinished, folder);
  return folder;
}

/** Drops indexes and triggers: creating them at the end takes a fifth of the time. */
function dropLater(db: Database): { sql: string }[] {
  const later = db
    .query<{ name: string; type: string; sql: string }, []>(
      "SELECT name, type, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all();
  for (const { type, name } of later) db.run(`DROP ${type} "${name}"`);
  return later;
}

/** Copies the rows to the database with the search index, because SQLite does not allow the reverse. */
function takeRows(path: string, rowsPath: string): void {
  const db = openFast(path);
  const later = dropLater(db);
  db.run("ATTACH ? AS made", [rowsPath]);
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM pragma_table_list WHERE schema = 'made' AND type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '__*'",
    )
    .all();
  db.transaction(() => {
    for (const { name } of tables) db.run(`INSERT OR REPLACE INTO main.${name} SELECT * FROM made.${name}`);
    for (const { sql } of later) db.run(sql);
    db.run("UPDATE sites SET listing_count = (SELECT count(*) FROM listings WHERE status = 'live')");
    db.run(`UPDATE categories SET listing_count = (SELECT count(*) FROM listing_categories lc
      JOIN listings l ON l.id = lc.listing_id WHERE lc.category_id = categories.id AND l.status = 'live')`);
  })();
  db.close();
  rmSync(rowsPath);
}

function openFast(path: string): Database {
  const db = new Database(path, { strict: true });
  for (const pragma of ["synchronous = OFF", "foreign_keys = OFF", "cache_size = -500000"]) db.run(`PRAGMA ${pragma}`);
  return db;
}
