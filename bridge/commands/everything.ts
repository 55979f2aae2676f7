import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import * as z from "zod";
import { keyFiles } from "#db/keys/missing-keys.ts";
import { makePrivateFolder } from "#db/keys/private-files.ts";
import {
  countLeftOut,
  type ExportedTable,
  exportedTables,
  importRecords,
  inserter,
  isEmptyDatabase,
  lastMigration,
  openCopy,
  recordLines,
  secretTables,
  updater,
} from "#db/queries/data/all-records.ts";
import { leftOut } from "#db/queries/data/left-out.ts";
import type { Db } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import { sha256 } from "#db/values/sha256.ts";
import { encrypted, findBackup, writeBytes } from "../backups/storage.ts";
import { type Admin, AdminError, type CommandResult, nounOf } from "./command.ts";
import { linesOf, readText } from "./lines.ts";
import type { Session } from "./session.ts";

type Client = Db["$client"];
type Options = { withSecrets?: string };

const format = "slipway-export/1";
const manifestSchema = z.strictObject({
  format: z.literal(format),
  exported_at: z.iso.datetime(),
  migration: z.int(),
  tables: z.record(z.string(), z.strictObject({ rows: z.int(), sha256: z.string() })),
});
type Manifest = z.output<typeof manifestSchema>;

// The hash of the manifest has confirmed each line, but a closed week's ballots are one long record.
const maxLineBytes = Number.MAX_SAFE_INTEGER;

export function addEverything(program: Command, admin: Admin): void {
  nounOf(program, "export")
    .command("all <folder>")
    .description("Export every record and file to a new folder, without secrets, for an import into an empty database")
    .option(
      "--with-secrets <file>",
      "also write the secrets to a file, whose name ends in .age, encrypted with BACKUP_PASSPHRASE",
    )
    .action(admin.withStore<Options>((session, options, folder) => exportAll(session, options, resolve(folder!))));
  nounOf(program, "import")
    .command("all <folder>")
    .description("Import the folder of `export all` into an empty database, with the same ids; stop the server first")
    .option("--with-secrets <file>", "also import the file with the secrets")
    .action(admin.withNewStore<Options>((session, options, folder) => importAll(session, options, resolve(folder!))));
}

async function exportAll(session: Session, { withSecrets }: Options, folder: string): Promise<CommandResult> {
  const secretsPath = withSecrets && resolve(requireAge(withSecrets));
  if (secretsPath && !session.config.BACKUP_PASSPHRASE)
    throw new AdminError("Set BACKUP_PASSPHRASE. The file with the secrets is encrypted with it.");
  for (const path of [folder, secretsPath])
    if (path && existsSync(path)) throw new AdminError(`${path} already exists. Choose another name.`);
  const work = `${folder}.unfinished`;
  rmSync(work, { recursive: true, force: true });
  makePrivateFolder(join(work, "files"));
  const copyPath = join(work, "copy.db");
  let tables: Manifest["tables"];
  try {
    // All files show the same moment, and the server is not slowed down.
    session.store.backup(copyPath);
    const copy = openCopy(copyPath);
    try {
      for (const { table, columns, rows, why } of countLeftOut(copy, secretsPath !== undefined))
        session.io.err(`Left out: ${rows} of ${[table, ...columns].join(".")} (${why}).\n`);
      tables = Object.fromEntries(exportedTables(copy).map((table) => [table.name, writeTable(copy, table, work)]));
      const manifest = { format, exported_at: session.now.toISOString(), migration: lastMigration(copy), tables };
      writeFileSync(manifestOf(work), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
      if (secretsPath)
        await writeBytes(
          secretsPath,
          encrypted(bytesOf(secretsOf(copy, session, await hashOf(manifestOf(work)))), session.config),
        );
    } finally {
      copy.close();
    }
    rmSync(copyPath);
    renameSync(work, folder);
  } catch (error) {
    rmSync(work, { recursive: true, force: true });
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith("E")) throw new AdminError(`Cannot write ${folder}: ${message}`);
    throw error;
  }
  const rows = total(tables);
  const where = secretsPath ? `, and the secrets to ${secretsPath}` : "";
  return {
    data: { folder, tables: Object.keys(tables).length, rows, secrets: secretsPath ?? null },
    text: `Exported ${rows} records of ${Object.keys(tables).length} tables to ${folder}${where}.`,
  };
}

const total = (tables: Manifest["tables"]) => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

const manifestOf = (folder: string) => join(folder, "manifest.json");
const fileOf = (folder: string, table: string) => join(folder, `${table}.ndjson`);

/** Without a folder, only counts and hashes the records. */
function writeTable(client: Client, table: ExportedTable, folder?: string) {
  const output = folder === undefined ? null : openSync(fileOf(folder, table.name), "wx", 0o600);
  const hash = createHash("sha256");
  let rows = 0;
  try {
    const saveFile = (name: string, content: Uint8Array) => {
      const path = folder && join(folder, "files", name);
      if (path && !existsSync(path)) writeFileSync(path, content, { mode: 0o600 });
    };
    for (const line of recordLines(client, table, saveFile)) {
      if (output !== null) writeSync(output, line);
      hash.update(line);
      rows++;
    }
  } finally {
    if (output !== null) closeSync(output);
  }
  return { rows, sha256: hash.digest("hex") };
}

const secretsSchema = z.strictObject({
  manifest: z.string().describe("SHA-256 of the manifest of the same export"),
  keys: z.record(z.string(), z.base64()).describe("The key files, which encrypted texts and later ballots need"),
  tables: z.record(z.string(), z.array(z.string())).describe("Records with secrets, as JSON"),
});
type Secrets = z.output<typeof secretsSchema>;

const secretsOf = (client: Client, { store }: Session, manifest: string): Secrets => ({
  manifest,
  keys: Object.fromEntries(
    keyFiles(store.read.path).flatMap(({ name, file }) =>
      existsSync(file) ? [[name, readFileSync(file, "base64")]] : [],
    ),
  ),
  tables: Object.fromEntries(secretTables(client).map((table) => [table.name, [...recordLines(client, table)]])),
});

async function* bytesOf(value: unknown): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value));
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = manifestOf(folder);
  try {
    return manifestSchema.parse(JSON.parse(await readText(path)));
  } catch (error) {
    if (error instanceof AdminError) throw error;
    throw new AdminError(`${path} is not the manifest of an export.`);
  }
}

async function importAll(session: Session, { withSecrets }: Options, folder: string): Promise<CommandResult> {
  if (session.isOnServer)
    throw new AdminError(
      "An export can only be imported into a database file. Unset DATABASE_URL, import it, then create the sqld folder with: node move FOLDER",
    );
  const manifest = await readManifest(folder);
  const client = session.store.read.$client;
  const tables = exportedTables(client);
  if (manifest.migration !== lastMigration(client))
    throw new AdminError(
      "Another version of Slipway made this export. Import it with that version, then upgrade this directory.",
    );
  if (Object.keys(manifest.tables).join() !== tables.map(({ name }) => name).join())
    throw new AdminError("The manifest does not name the tables of this version.");
  const rows = total(manifest.tables);
  const done = (wasImported: boolean, text: string) => ({ data: { folder, rows, imported: wasImported }, text });
  if (!isEmptyDatabase(client)) {
    const isSame = tables.every((one) => {
      const { rows, sha256 } = writeTable(client, one);
      return rows === lookup(manifest.tables, one.name)?.rows && sha256 === lookup(manifest.tables, one.name)?.sha256;
    });
    if (isSame) return done(false, "The database already has these records. Nothing was changed.");
    throw new AdminError("The database is not empty. Set DATA_DIR to an empty folder.");
  }
  for (const { name } of tables) {
    if (
      !existsSync(fileOf(folder, name)) ||
      (await hashOf(fileOf(folder, name))) !== lookup(manifest.tables, name)?.sha256
    )
      throw new AdminError(
        `${fileOf(folder, name)} is missing, or is not the file that the manifest names. Nothing was imported.`,
      );
  }
  const secrets = withSecrets ? await readSecrets(session, withSecrets, await hashOf(manifestOf(folder))) : null;
  for (const { table, columns = [], why, isSecret, isDerived } of leftOut)
    if (!isDerived && !(isSecret && secrets))
      session.io.err(`Not imported: ${[table, ...columns].join(".")} (${why}).\n`);
  await session.store.write((tx) =>
    importRecords(tx, async () => {
      for (const table of tables) {
        const insert = inserter(tx.$client, table);
        const path = fileOf(folder, table.name);
        for await (const lines of linesOf(path, maxLineBytes))
          for (const { text } of lines) insert(text!, (name) => readSound(join(folder, "files"), name));
      }
      if (secrets) importSecrets(tx.$client, secrets);
    }),
  );
  return done(true, `Imported ${rows} records of ${tables.length} tables from ${folder}.`);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
  return hash.digest("hex");
}

function readSound(folder: string, name: string): Uint8Array {
  const path = join(folder, name);
  const content = /^[0-9a-f]{64}$/.test(name) && existsSync(path) ? readFileSync(path) : null;
  if (content === null || sha256(content) !== name)
    throw new AdminError(`${path} is missing or damaged. Nothing was imported.`);
  return content;
}

/** Reads and checks the file, and writes its key files, before any record is imported. */
async function readSecrets({ config, store }: Session, file: string, manifest: string): Promise<Secrets> {
  const { path, content } = await findBackup(requireAge(file), config);
  const secrets = secretsSchema.parse(JSON.parse(Buffer.concat(await Array.fromAsync(content())).toString()));
  if (secrets.manifest !== manifest) throw new AdminError(`${path} belongs to another export. Nothing was imported.`);
  const keys = keyFiles(store.read.path).filter(({ name }) => lookup(secrets.keys, name) !== undefined);
  for (const { name, file } of keys)
    if (existsSync(file) && readFileSync(file, "base64") !== lookup(secrets.keys, name))
      throw new AdminError(`${file} is another key. Set DATA_DIR to an empty folder. Nothing was imported.`);
  for (const { name, file } of keys)
    writeFileSync(file, Buffer.from(lookup(secrets.keys, name)!, "base64"), { mode: 0o600 });
  return secrets;
}

function importSecrets(client: Client, { tables }: Secrets): void {
  for (const table of secretTables(client)) {
    const save = table.isUpdate ? updater(client, table) : inserter(client, table);
    for (const record of lookup(tables, table.name) ?? []) save(record);
  }
}

function requireAge(path: string): string {
  if (path.endsWith(".age")) return path;
  throw new AdminError("The name of the file with the secrets must end in .age.");
}
