import { join } from "node:path";
import { Admin } from "#bridge/commands/command.ts";
import { createProgram, leaves } from "#bridge/commands/program.ts";
import { configurationTable } from "#bridge/start/config-text.ts";
import { paddedTable } from "./operations-table.ts";

/** The parts of README.md that are made from the code, by the name in their markers; `bun run readme` writes them. */
const parts: Record<string, () => string> = {
  configuration: configurationTable,
  commands: commandTable,
};

export const readmePath = join(import.meta.dir, "../..", "README.md");

/** A README with all generated parts brought up to date. Throws where the markers of a part are missing. */
export function withGeneratedParts(readme: string): string {
  return Object.entries(parts).reduce((text, [name, make]) => {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    if (from < 0 || to < from) throw new Error(`README.md lacks ${begin} … ${end}`);
    return `${text.slice(0, from)}${begin}\n${make()}\n${text.slice(to)}`;
  }, readme);
}

/** Every command with its arguments; the options are in its help. */
function commandTable(): string {
  const io = { environment: {}, out() {}, err() {}, isTerminal: false, now: () => new Date(0) };
  const rows = leaves(createProgram(new Admin(io))).map((command) => {
    const noun = command.parent?.parent ? `${command.parent.name()} ` : "";
    const names = command.registeredArguments.map((one) => (one.required ? ` <${one.name()}>` : ` [${one.name()}]`));
    return [`\`${noun}${command.name()}${names.join("")}\``, command.description()];
  });
  return paddedTable(["Command", "What it does"], rows).trimEnd();
}

if (import.meta.main) await Bun.write(readmePath, withGeneratedParts(await Bun.file(readmePath).text()));
