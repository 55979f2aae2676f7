import {
  createRequestStateCodec,
  InMemoryServerEventBus,
  McpServer,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { taskExtension } from "#tools/core/mcp/tasks.ts";
import { registerFixtureInputTools } from "./fixtures-input.ts";
import { registerFixturePrompts, registerFixtureResources } from "./fixtures-reading.ts";
import { createFixtureTasks, registerFixtureTasks } from "./fixtures-tasks.ts";
import { registerFixtureTools } from "./fixtures-tools.ts";

/** What the suite expects on a server, with its fixed names. The endpoint around it is ours. */
export function createFixtures(): { bus: ServerEventBus; serverFor: () => McpServer } {
  const bus = new InMemoryServerEventBus();
  const state = createRequestStateCodec<Record<string, unknown>>({ key: crypto.getRandomValues(new Uint8Array(32)) });
  const tasks = createFixtureTasks();
  const cacheHint = { ttlMs: 1000, cacheScope: "public" } as const;
  const serverFor = () => {
    const server = new McpServer(
      { name: "slipway-conformance-fixtures", version: "1" },
      {
        requestState: { verify: state.verify },
        cacheHints: {
          "server/discover": cacheHint,
          "tools/list": cacheHint,
          "prompts/list": cacheHint,
          "resources/list": cacheHint,
          "resources/templates/list": cacheHint,
          "resources/read": cacheHint,
        },
      },
    );
    registerFixtureTasks(server, tasks);
    server.server.registerCapabilities({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      logging: {},
      completions: {},
      extensions: taskExtension,
    });
    registerFixtureTools(server, bus);
    registerFixtureInputTools(server, state);
    registerFixtureResources(server);
    registerFixturePrompts(server);
    server.server.setRequestHandler("logging/setLevel", () => ({}));
    server.server.setRequestHandler("completion/complete", () => ({
      completion: { values: [], total: 0, hasMore: false },
    }));
    return server;
  };
  return { bus, serverFor };
}
