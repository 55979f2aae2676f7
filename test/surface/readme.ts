import { join } from "node:path";
import { configurationTable } from "#bridge/start/config-text.ts";

/** The parts of README.md that are made from the code, by the name in their markers; `bun run readme` writes them. */
const parts: Record<string, () => string> = { configuration: configurationTable };

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

if (import.meta.main) await Bun.write(readmePath, withGeneratedParts(await Bun.file(readmePath).text()));
