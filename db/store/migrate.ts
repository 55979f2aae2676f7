import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dir, "..", "migrations") });

/** The list of applied migrations, in the format of drizzle-orm. */
export const journalTable =
  "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)";
export const journalEntry = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)";

/** Thrown if the database cannot be opened or used. The message is one line for the operator. */
export class StoreError extends Error {}

/**
 * If two processes migrate, they take turns. Throws StoreError if a newer version of Slipway has migrated the database.
 */
export function migrate(client: Database): void {
  if (missingMigrations(client).length === 0) return;
  // Rebuilding a table drops the old one. With foreign keys on, this could also delete rows that refer to the table.
  client.run("PRAGMA foreign_keys = OFF");
  client.run("BEGIN IMMEDIATE");
  try {
    client.run(journalTable);
    for (const migration of missingMigrations(client)) {
      for (const statement of migration.sql) client.run(statement);
      client.run(journalEntry, [migration.hash, migration.folderMillis]);
    }
    const [broken] = client.query<{ table: string }, []>("PRAGMA foreign_key_check").all();
    if (broken) throw new StoreError(`a migration would leave dangling references in ${broken.table}`);
    client.run("COMMIT");
  } finally {
    if (client.inTransaction) client.run("ROLLBACK");
    client.run("PRAGMA foreign_keys = ON");
  }
}

export const isMigrated = (client: Database) => missingMigrations(client).length === 0;

export const isOurs = (client: Database) => appliedMigrations(client) !== null;

const missingMigrations = (client: Database) => missingAmong(appliedMigrations(client) ?? []);

/** Returns the migrations that are not applied yet. Throws StoreError if an applied one belongs to a newer version. */
export function missingAmong(applied: readonly number[]) {
  const ours = new Set(migrations.map((migration) => migration.folderMillis));
  const foreign = applied.find((when) => !ours.has(when));
  if (foreign !== undefined)
    throw new StoreError(
      `the database was written by a newer build of Slipway (it has a migration from ${new Date(foreign).toISOString().slice(0, 10)} that this build does not know); run that build, or restore a backup`,
    );
  return migrations.filter((migration) => !applied.includes(migration.folderMillis));
}

function appliedMigrations(client: Database): number[] | null {
  const table = client.query("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get();
  if (table === null) return null;
  const rows = client.query<{ at: number }, []>("SELECT created_at AS at FROM __drizzle_migrations").all();
  return rows.map((row) => Number(row.at));
}
