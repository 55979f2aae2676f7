import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { checkDatabase, repairDatabase } from "#db/queries/sites/check.ts";
import { seedDemo } from "#db/seed/demo.ts";
import { restoreDatabase } from "#db/store/restore.ts";
import { readConfig } from "../start/config.ts";
import { type Admin, AdminError } from "./command.ts";

export function addDatabase(program: Command, admin: Admin): void {
  program
    .command("backup <file>")
    .description("Write a consistent copy of the database to a new file, even while a server is running")
    .action(
      admin.withStore(async ({ store }, _options, file) => {
        const path = resolve(file!);
        mkdirSync(dirname(path), { recursive: true });
        store.backup(path);
        const bytes = Bun.file(path).size;
        return { data: { file: path, bytes }, text: `Wrote a backup of ${bytes} bytes to ${path}.` };
      }),
    );
  program
    .command("restore <file>")
    .description("Replace the database with a backup and keep the old database beside it; stop the server first")
    .action(
      admin.withoutStore(async ({ databasePath, io }, _options, file) => {
        if (readConfig(io.environment).DATABASE_URL)
          throw new AdminError(
            "A backup can only be restored to a database file. Unset DATABASE_URL, restore the backup, then create the sqld folder with: node move FOLDER",
          );
        const kept = restoreDatabase(resolve(file!), databasePath, io.now());
        const old = kept === null ? "" : ` The previous database was kept as ${kept}.`;
        return { data: { database: databasePath, kept }, text: `Restored ${databasePath}.${old}` };
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
