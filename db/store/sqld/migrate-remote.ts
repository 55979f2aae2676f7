import { journalEntry, journalTable, missingAmong, StoreError } from "../migrate.ts";
import type { SqlStream } from "./stream.ts";

export async function migrateRemote(stream: SqlStream): Promise<void> {
  if ((await missing(stream)).length === 0) return;
  // Rebuilding a table drops the old one. With foreign keys on, this could also delete rows that refer to the table.
  await stream.run("PRAGMA foreign_keys = OFF");
  await stream.run("BEGIN IMMEDIATE");
  try {
    await stream.run(journalTable);
    for (const { sql, hash, folderMillis } of await missing(stream)) {
      for (const statement of sql) await stream.run(statement);
      await stream.run(journalEntry, [hash, folderMillis]);
    }
    const [broken] = (await stream.run("PRAGMA foreign_key_check")).rows;
    if (broken) throw new StoreError(`a migration would leave dangling references in ${broken[0]}`);
    await stream.run("COMMIT");
    await stream.run("PRAGMA foreign_keys = ON");
  } catch (error) {
    stream.end();
    throw error;
  }
}

async function missing(stream: SqlStream) {
  const { rows } = await stream.run("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'");
  if (rows.length === 0) return missingAmong([]);
  const applied = await stream.run("SELECT created_at FROM __drizzle_migrations");
  return missingAmong(applied.rows.map(([at]) => Number(at)));
}
