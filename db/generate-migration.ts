import { Database } from "bun:sqlite";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { triggers } from "./schema/triggers.ts";

const folder = join(import.meta.dir, "migrations");
const meta = join(folder, "meta");
const migrations = () => readdirSync(folder).filter((name) => name.endsWith(".sql"));

function generate(...options: string[]): void {
  const command = [process.execPath, "run", "drizzle-kit", "generate", "--config=db/drizzle.config.ts", ...options];
  const { exitCode } = Bun.spawnSync(command, {
    cwd: join(import.meta.dir, ".."),
    stdio: ["inherit", "inherit", "inherit"],
  });
  if (exitCode !== 0) process.exit(exitCode);
}

async function changedTriggers(): Promise<string[]> {
  const { migrate } = await import("./store/migrate.ts");
  const database = new Database(":memory:");
  migrate(database);
  const known = database.query<{ sql: string }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?");
  return [...triggers].flatMap(([name, sql]) =>
    known.get(name)?.sql === sql ? [] : [`DROP TRIGGER IF EXISTS ${name};`, `${sql};`],
  );
}

/** Generates a migration: drizzle-kit compares the tables, and this function adds the triggers that have changed. */
async function generateMigration(...options: string[]): Promise<void> {
  const before = migrations().length;
  generate(...options);
  const statements = await changedTriggers();
  if (statements.length > 0) {
    const hasTables = migrations().length > before;
    if (!hasTables) generate("--custom", ...options);
    const path = join(folder, migrations().sort().at(-1)!);
    // If no tables have changed, drizzle-kit writes only a placeholder comment, which is replaced.
    const written = hasTables ? [readFileSync(path, "utf8")] : [];
    writeFileSync(path, `${[...written, ...statements].join("\n--> statement-breakpoint\n")}\n`);
  }
  // drizzle-kit needs only the latest snapshot.
  const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"));
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name));
}

if (import.meta.main) await generateMigration(...process.argv.slice(2));
