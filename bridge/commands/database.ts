import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { keyFiles, missingKeys } from "#db/keys/missing-keys.ts";
import { checkDatabase, repairDatabase } from "#db/queries/sites/check.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { restoreDatabase } from "#db/store/restore.ts";
import { backUp, testRestore } from "../backups/make.ts";
import { findBackup, writeBytes } from "../backups/storage.ts";
import { readConfig } from "../start/config.ts";
import { databasePath } from "../start/open-database.ts";
import { type Admin, AdminError } from "./command.ts";

const checkText = ({ sites, accounts, listings, orders }: Awaited<ReturnType<typeof testRestore>>) =>
  `Restored it to a temporary folder and checked every page, reference, index and stored count: ${sites} sites, ${accounts} accounts, ${listings} listings, ${orders} orders.`;

/** A plain file is restored directly. Other backups are first fetched or decrypted to a file beside the database. */
async function restoreFrom(path: string, content: () => AsyncIterable<Uint8Array>, database: string, now: Date) {
  if (existsSync(path) && !path.endsWith(".age")) return restoreDatabase(path, database, now);
  const fetched = `${database}.fetched`;
  try {
    await writeBytes(fetched, content());
    return restoreDatabase(fetched, database, now);
  } finally {
    rmSync(fetched, { force: true });
  }
}

export function addDatabase(program: Command, admin: Admin): void {
  const backup = program
    .command("backup [file]")
    .description(
      "Write a consistent copy of the database to a new file, even while a server is running; without a file, make, check and store a backup as BACKUP_TO says",
    )
    .action(
      admin.withStore(async ({ store, config, now }, _options, file?: string) => {
        const not_included = keyFiles(databasePath(config)).map((key) => key.file);
        const note = `These key files are not in it; keep a copy of them elsewhere: ${not_included.join(", ")}.`;
        if (file === undefined) {
          const made = await backUp(store, config, now);
          const text = `Wrote ${made.file} (${made.bytes} bytes). ${checkText(made.counts)} Deleted ${made.deleted} older backups. ${note}`;
          return { data: { ...made, not_included }, text };
        }
        const path = resolve(file);
        mkdirSync(dirname(path), { recursive: true });
        store.backup(path);
        const bytes = Bun.file(path).size;
        return {
          data: { file: path, bytes, not_included },
          text: `Wrote a backup of ${bytes} bytes to ${path}. ${note}`,
        };
      }),
    );
  backup
    .command("test [source]")
    .description(
      "Restore a backup to a temporary folder and check it: a file, an s3:// URL, or latest (default) for the latest in BACKUP_TO",
    )
    .action(
      admin.withoutStore(async ({ io }, _options, source?: string) => {
        const { path, folder, content } = await findBackup(source ?? "latest", readConfig(io.environment));
        const counts = await testRestore(content(), folder, path);
        return { data: { file: path, counts }, text: `${path} can be restored. ${checkText(counts)}` };
      }),
    );
  program
    .command("restore <source>")
    .description(
      "Replace the database with a backup (a file, an s3:// URL, or latest) and keep the old database beside it; stop the server first",
    )
    .action(
      admin.withoutStore(async ({ databasePath, io }, _options, source) => {
        const config = readConfig(io.environment);
        if (config.DATABASE_URL)
          throw new AdminError(
            "A backup can only be restored to a database file. Unset DATABASE_URL, restore the backup, then create the sqld folder with: node move FOLDER",
          );
        const { path, content } = await findBackup(source!, config);
        const kept = await restoreFrom(path, content, databasePath, io.now());
        const old = kept === null ? "" : ` The previous database was kept as ${kept}.`;
        const missing = missingKeys(databasePath);
        const warnings = missing.map(({ file, loss }) => `\nMissing: ${file}. Without it, ${loss}.`);
        const advice =
          missing.length === 0
            ? ""
            : "\nCopy the missing files from your copy of the keys before you start the server.";
        return {
          data: { database: databasePath, kept, missing_keys: missing.map(({ file, loss }) => ({ file, loss })) },
          text: `Restored ${databasePath} from ${path}.${old}${warnings.join("")}${advice}`,
        };
      }),
    );
  program
    .command("db")
    .description("Check the database")
    .command("check")
    .description("Check the database file, its references, the search index and the stored counts")
    .option("--repair", "rebuild the search index and the stored counts first")
    .action(
      admin.withStore<{ repair?: boolean }>(async ({ store }, { repair }) => {
        if (repair) await repairDatabase(store);
        const faults = await checkDatabase(store.read);
        const isSound = faults.length === 0;
        return {
          data: { sound: isSound, faults },
          text: isSound ? "The database has no errors." : faults.join("\n"),
          exitCode: isSound ? 0 : 1,
        };
      }),
    );
  program
    .command("seed")
    .description("Seed a new database")
    .command("demo")
    .description("Fill an empty database with the demo directory")
    .action(
      admin.withNewStore(async ({ store, now }) => {
        if (!(await seedDemo(store, now)))
          throw new AdminError("The database is not empty. The demo directory needs an empty database.");
        return { data: { seeded: true }, text: "Created the demo directory." };
      }),
    );
}
