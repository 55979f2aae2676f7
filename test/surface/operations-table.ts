import { type AnyTool, byRoute } from "#tools/core/operations/define.ts";

/** Every operation with its REST routes, tool name and scopes, in Markdown. */
export function operationsTable(tools: readonly AnyTool[]): string {
  const rows = tools.flatMap(byRoute).map(({ family, rest, name, scopes, title }) => {
    const access = scopes.length === 0 ? "public" : scopes.map((scope) => `\`${scope}\``).join(", ");
    return [family, `\`${rest.method} ${rest.path}\``, `\`${name}\``, access, title];
  });
  return paddedTable(["Family", "REST", "Tool", "Access", "What it does"], rows);
}

/** A Markdown table whose columns are as wide as their longest cell. */
export function paddedTable(head: string[], rows: string[][]): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("");
}
