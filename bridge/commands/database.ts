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
    .description("write a consistent copy of the database to a new file; a server may run meanwhile")
    .action(
      admin.act(async ({ store }, _options, file) => {
        const path = resolve(file!);
        mkdirSync(dirname(path), { recursive: true });
        store.backup(path);
        const bytes = Bun.file(path).size;
        return { data: { file: path, bytes }, text: `Wrote ${bytes} bytes to ${path}.` };
      }),
    );
  program
    .command("restore <file>")
    .description("put a backup in the place of the database, which is kept beside it; no server may run")
    .action(
      admin.actUnopened(async ({ databasePath, io }, _options, file) => {
        if (readConfig(io.environment).DATABASE_URL)
          throw new AdminError(
            "a backup becomes a database of one file: unset DATABASE_URL, restore it, then make sqld's folder of it with: node move FOLDER",
          );
        const kept = restoreDatabase(resolve(file!), databasePath, io.now());
        return {
          data: { database: databasePath, kept },
          text: `Restored ${databasePath}.${kept === null ? "" : ` What was there is now ${kept}.`}`,
        };
      }),
    );
  program
    .command("db")
    .description("soundness of the database")
    .command("check")
    .description("check the file, its references, the search index and the counts")
    .option("--repair", "make the search index and the counts anew, then check again")
    .action(
      admin.act<{ repair?: boolean }>(async ({ store }, { repair }) => {
        if (repair) await repairDatabase(store);
        const faults = await checkDatabase(store.read);
        const isSound = faults.length === 0;
        return {
          data: { sound: isSound, faults },
          text: isSound ? "The database is sound." : faults.join("\n"),
          exitCode: isSound ? 0 : 1,
        };
      }),
    );
  program
    .command("seed")
    .description("contents for a new database")
    .command("demo")
    .description("fill an empty database with the demo directory")
    .action(
      admin.actCreating(async ({ store, now }) => {
        if (!(await seedDemo(store, now)))
          throw new AdminError("the database is not empty; the demo needs an empty one");
        return { data: { seeded: true }, text: "The demo directory is in place." };
      }),
    );
}
