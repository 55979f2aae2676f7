import { profiles, toolSetAt } from "#tools/core/mcp/profiles.ts";
import { createMcpServers, type McpIdentity } from "#tools/core/mcp/server.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import type { ToolSet } from "#tools/core/operations/tool-set.ts";
import type { Runtime } from "../server/runtime.ts";
import { createDirectCalls } from "./direct-call.ts";
import { createListCache } from "./list-cache.ts";

export interface McpVariant extends ReturnType<typeof createMcpServers> {
  set: ToolSet;
  fromListCache: ReturnType<typeof createListCache>;
  callDirectly: ReturnType<typeof createDirectCalls>;
}

/**
 * How many `?tools=` selections are cached. A limit is necessary, because clients can request any number of selections.
 */
const maxChosen = 32;

/**
 * Caches profiles and the first few selections. Later selections are created for each request, so that no client can
 * push another client's selection out of the cache.
 */
export function createMcpVariants(tools: readonly AnyTool[], identity: McpIdentity, runtime: Runtime) {
  const make = (set: ToolSet): McpVariant => ({
    set,
    ...createMcpServers(set, identity),
    fromListCache: createListCache(),
    callDirectly: createDirectCalls(set, runtime),
  });
  const whole = make(toolSetAt(tools, new URLSearchParams()));
  const kept = new Map([["", whole]]);

  return ({ url }: Request): McpVariant => {
    const start = url.indexOf("?");
    if (start === -1) return whole;
    const query = url.slice(start + 1);
    const known = kept.get(query);
    if (known) return known;
    const set = toolSetAt(tools, new URLSearchParams(query));
    const variant = kept.get(set.query) ?? make(set);
    if (set.query.startsWith("profile=") || kept.size <= maxChosen + profiles.length) kept.set(set.query, variant);
    return variant;
  };
}
