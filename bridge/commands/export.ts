import { appendFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { type Exported, type ExportNoun, exported, exportPage } from "#db/queries/listings/export.ts";
import { lookup } from "#db/values/lookup.ts";
import { type Admin, AdminError, type CommandResult, chosenSite, siteOption } from "./command.ts";
import { csvRow } from "./csv.ts";
import { type FileFormat, fileFormats, formatOf } from "./import-file.ts";
import type { Session } from "./session.ts";

type ExportOptions = { site?: string; format?: FileFormat };

export function addExport(program: Command, admin: Admin): void {
  const noun = program
    .command("export")
    .description("Export records to a new file, as NDJSON, or as CSV if its name ends in .csv");
  for (const [name, { description, isOfSite }] of Object.entries(exported) as [ExportNoun, Exported][]) {
    const command = noun.command(`${name} <file>`).description(description);
    if (isOfSite) command.option(...siteOption);
    command
      .addOption(
        new Option("--format <format>", "file format (default: taken from the file name)").choices(fileFormats),
      )
      .action(
        admin.withStore<ExportOptions>((session, options, file) => exportTo(session, options, name, resolve(file!))),
      );
  }
}

/** Writes to a temporary file and renames it at the end, so that an export file is always complete. */
async function exportTo(
  session: Session,
  options: ExportOptions,
  noun: ExportNoun,
  path: string,
): Promise<CommandResult> {
  if (existsSync(path)) throw new AdminError(`${path} already exists. Choose another file name.`);
  const { isOfSite, columns } = exported[noun];
  const siteId = isOfSite ? (await chosenSite(session, options.site)).id : 0;
  const isCsv = (options.format ?? formatOf(path)) === "csv";
  const unfinished = `${path}.unfinished`;
  let written = 0;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, isCsv ? csvRow(columns) : "", { mode: 0o600 });
    for (let after = 0; ; ) {
      const { records, last } = await exportPage(session.store.read, noun, siteId, after);
      const lines = records.map((record) =>
        isCsv ? csvRow(columns.map((column) => lookup(record, column))) : `${JSON.stringify(record)}\n`,
      );
      appendFileSync(unfinished, lines.join(""));
      written += records.length;
      if (last === null) break;
      after = last;
    }
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith("E")) throw new AdminError(`Cannot write ${path}: ${message}`);
    throw error;
  }
  return { data: { file: path, [noun]: written }, text: `Exported ${written} ${noun} to ${path}.` };
}
