import type { AnyTool } from "#tools/core/operations/define.ts";

const begin = "<!-- operations:begin -->";
const end = "<!-- operations:end -->";

/** The README with its table of operations made anew. */
export function withOperations(readme: string, tools: readonly AnyTool[]): string {
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`README.md needs ${begin} and ${end}`);
  return `${before}${begin}\n${operationsTable(tools)}${end}${after}`;
}

// Padded as the formatter pads tables, so that the two agree.
function operationsTable(tools: readonly AnyTool[]): string {
  const rows = tools.map(({ family, rest, name, scopes, title }) => {
    const access = scopes.length === 0 ? "public" : scopes.map((scope) => `\`${scope}\``).join(", ");
    return [family, `\`${rest.method} ${rest.path}\``, `\`${name}\``, access, title];
  });
  const head = ["Family", "REST", "Tool", "Access", "What it does"];
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("");
}
