import type { AnyTool } from "./define.ts";

/** The tools of one address of the MCP endpoint. They bound what is listed, what may be called, and what answers name. */
export interface ToolSet {
  tools: readonly AnyTool[];
  byName: ReadonlyMap<string, AnyTool>;
  /** Those of the server that it leaves out. */
  excludedTools: ReadonlyMap<string, AnyTool>;
  /** What its address says behind `/mcp`, the same for the same tools; empty for all of them. */
  query: string;
  /** What it is for, as a part of a sentence. */
  about: string;
}

interface Choice {
  query: string;
  about: string;
  has(tool: AnyTool): boolean;
}

/** Some of the tools of a server, else all of them. */
export function toolSet(all: readonly AnyTool[], choice?: Choice): ToolSet {
  const has = choice?.has ?? (() => true);
  const byName = new Map(all.map((tool) => [tool.name, tool]));
  return {
    tools: all.filter(has),
    byName: new Map([...byName].filter(([, tool]) => has(tool))),
    excludedTools: new Map([...byName].filter(([, tool]) => !has(tool))),
    query: choice?.query ?? "",
    about: choice?.about ?? "every tool",
  };
}
