import type { AnyTool } from "./define.ts";

export interface ToolSet {
  tools: readonly AnyTool[];
  byName: ReadonlyMap<string, AnyTool>;
  excludedTools: ReadonlyMap<string, AnyTool>;
  /** The query of the URL in its normal form. Empty if all tools are offered. */
  query: string;
  about: string;
}

export function toolSet(
  all: readonly AnyTool[],
  { query = "", about = "every tool", has = (_: AnyTool): boolean => true } = {},
): ToolSet {
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  return {
    tools: all.filter(has),
    byName: new Map([...byName].filter(([, tool]) => has(tool))),
    excludedTools: new Map([...byName].filter(([, tool]) => !has(tool))),
    query,
    about,
  };
}
