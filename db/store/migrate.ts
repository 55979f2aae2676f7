import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dir, "..", "migrations") });

/** Where it stands which migrations a database has had, as drizzle-orm keeps it. */
export const journalTable =
  "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)";
export const journalEntry = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)";

/** A database that cannot be opened or used; the message is one line for the person who runs the server. */
export class StoreError extends Error {}

/**
 * Applies the migrations the database lacks, all of them or none; two processes at once are two in turn.
 * Throws StoreError for a database that a newer build has written.
 */
export function migrate(client: Database): void {
  if (missingMigrations(client).length === 0) return;
  // Rebuilding a table drops the old one, which must not cascade to its children (SQLite, "Making Other Kinds Of Table Schema Changes").
  client.run("PRAGMA foreign_keys = OFF");
  client.run("BEGIN IMMEDIATE");
  try {
    client.run(journalTable);
    for (const migration of missingMigrations(client)) {
      for (const statement of migration.sql) client.run(statement);
      client.run(journalEntry, [migration.hash, migration.folderMillis]);
    }
    const [broken] = client.query<{ table: string }, []>("PRAGMA foreign_key_check").all();
    if (broken) throw new StoreError(`a migration would leave ${broken.table} with references to nothing`);
    client.run("COMMIT");
  } finally {
    if (client.inTransaction) client.run("ROLLBACK");
    client.run("PRAGMA foreign_keys = ON");
  }
}

/** True once every migration of this build has been applied. */
export const isMigrated = (client: Database) => missingMigrations(client).length === 0;

/** True for a database that Slipway has written, of whatever version. */
export const isOurs = (client: Database) => appliedMigrations(client) !== null;

const missingMigrations = (client: Database) => missingAmong(appliedMigrations(client) ?? []);

/** What a database lacks that has had the migrations of these times. Throws StoreError where one is of a newer build. */
export function missingAmong(applied: readonly number[]) {
  const ours = new Set(migrations.map((migration) => migration.folderMillis));
  const foreign = applied.find((when) => !ours.has(when));
  if (foreign !== undefined)
    throw new StoreError(
      `it was written by a newer build of Slipway (it has a migration of ${new Date(foreign).toISOString().slice(0, 10)} that this build does not know); run that build, or restore a backup`,
    );
  return migrations.filter((migration) => !applied.includes(migration.folderMillis));
}

/** When each applied migration was made, or null where none ever was. */
function appliedMigrations(client: Database): number[] | null {
  const table = client.query("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get();
  if (table === null) return null;
  const rows = client.query<{ at: number }, []>("SELECT created_at AS at FROM __drizzle_migrations").all();
  return rows.map((row) => Number(row.at));
}
