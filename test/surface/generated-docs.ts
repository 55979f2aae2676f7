import { join } from "node:path";
import { Admin } from "#bridge/commands/command.ts";
import { createProgram, leaves } from "#bridge/commands/program.ts";
import { configurationTable } from "#bridge/start/config-text.ts";
import { tools } from "#tools/registry.ts";
import { operationsTable, paddedTable } from "./operations-table.ts";

const root = join(import.meta.dir, "../..");

/** Tables of docs/ that are made from the code. Each is the first table below its heading; `bun run docs` writes them. */
const generated = [
  { path: "docs/operations.md", heading: "All operations", table: () => operationsTable(tools) },
  { path: "docs/commands.md", heading: "All commands", table: commandTable },
  { path: "docs/configuration.md", heading: "All variables", table: configurationTable },
];

/** The pages with generated tables, with those tables made from the present code. */
export const generatedPages = (): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    generated.map(async ({ path, heading, table }) => {
      const text = await Bun.file(join(root, path)).text();
      return { path, text: withTable(text, heading, table()) };
    }),
  );

/** Replaces the first table below a heading. Throws if there is none before the next heading. */
function withTable(text: string, heading: string, table: string): string {
  const pattern = new RegExp(`(\\n## ${heading}\\n(?:(?![#|]).*\\n)*)(?:\\|.*\\n)+`);
  if (!pattern.test(text)) throw new Error(`there is no table below "## ${heading}"`);
  return text.replace(pattern, (_, before: string) => `${before}${table.trimEnd()}\n`);
}

/** Replaces the first text block of a document. Throws if there is none. */
export function withTextBlock(text: string, content: string): string {
  const pattern = /(?<=\n```text\n)[\s\S]*?(?=```\n)/;
  if (!pattern.test(text)) throw new Error("there is no text block");
  return text.replace(pattern, () => `${content.trimEnd()}\n`);
}

/** The admin command line, to read its commands; it runs none. */
export const documentedProgram = () =>
  createProgram(
    new Admin({ environment: {}, out() {}, err() {}, isTerminal: false, user: "", now: () => new Date(0) }),
  );

/** Every command with its arguments; the options are in its help. */
function commandTable(): string {
  const rows = leaves(documentedProgram()).map((command) => {
    const noun = command.parent?.parent ? `${command.parent.name()} ` : "";
    const names = command.registeredArguments.map((one) => (one.required ? ` <${one.name()}>` : ` [${one.name()}]`));
    return [`\`${noun}${command.name()}${names.join("")}\``, command.description()];
  });
  return paddedTable(["Command", "What it does"], rows);
}

if (import.meta.main) for (const { path, text } of await generatedPages()) await Bun.write(join(root, path), text);
