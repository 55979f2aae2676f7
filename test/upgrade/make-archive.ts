import { Database } from "bun:sqlite";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { journalEntry, journalTable } from "#db/store/migrate.ts";
import { temporary } from "../support/server/temporary.ts";
import { migrationNames, type States, writeStates } from "./archive.ts";

/**
 * Creates the archive: a database that is copied after each migration. A statement of rows.sql runs once, in the first
 * state that has its table and columns, so that all later migrations find its rows. After a new migration, add rows for
 * its tables and columns to rows.sql and run `bun test/upgrade/make-archive.ts`.
 */

const path = join(temporary, "state.db");
const client = new Database(path, { create: true, strict: true });
client.run("PRAGMA page_size = 8192");
client.run("PRAGMA foreign_keys = OFF");
client.run(journalTable);

const text = await Bun.file(join(import.meta.dir, "rows.sql")).text();
let waiting = text
  .replaceAll("$at", "'2026-11-18T12:00:00.000Z'")
  .trim()
  .split(/(?<=;)\n/);

/** Runs a statement. Returns false if a later migration must first create its table or column. */
function fits(statement: string): boolean {
  try {
    client.run(statement);
    return true;
  } catch (error) {
    if (/no such (table|column)|has no column/.test((error as Error).message)) return false;
    throw new Error(`${(error as Error).message} in:\n${statement}`);
  }
}

const states: States = new Map();
const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dir, "../../db/migrations") });
for (const [i, name] of (await migrationNames()).entries()) {
  const { sql, hash, folderMillis } = migrations[i]!;
  for (const statement of sql) client.run(statement);
  client.run(journalEntry, [hash, folderMillis]);
  waiting = waiting.filter((statement) => !fits(statement));
  const broken = client.query("PRAGMA foreign_key_check").all();
  if (broken.length > 0) throw new Error(`${name} has broken references: ${JSON.stringify(broken)}`);
  client.run("VACUUM");
  states.set(name, await Bun.file(path).bytes());
}
if (waiting.length > 0)
  throw new Error(`no state has the tables or columns of these statements in rows.sql:\n${waiting.join("\n")}`);
console.log(`${states.size} states in ${await writeStates(states)} bytes`);
