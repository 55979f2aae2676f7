import { Elysia } from "elysia";
import { tools } from "../tools/core/registry.ts";
import { mountHealth } from "./http/health.ts";
import { mountImages } from "./http/images.ts";
import { mountMcp } from "./http/mcp.ts";
import { mountRest } from "./http/rest.ts";
import type { Runtime } from "./http/runtime.ts";

export interface RunningServer {
  port: number;
  runtime: Runtime;
  /** Stops accepting, waits up to `graceMs` for what is in flight, then closes the rest. */
  stop(graceMs?: number): Promise<void>;
}

const defaultGraceMs = 10_000;

/** Listens and serves. `baseUrl` may depend on the port that was taken, so it is made here. */
export function startServer(
  listen: { host: string; port: number; baseUrl?: string },
  parts: Omit<Runtime, "baseUrl" | "peerAddress">,
): RunningServer {
  const app = new Elysia({ normalize: false, precompile: true });
  let baseUrl = listen.baseUrl ?? "";
  const runtime: Runtime = {
    ...parts,
    get baseUrl() {
      return baseUrl;
    },
    peerAddress: (request) => app.server?.requestIP(request)?.address ?? null,
  };
  mountHealth(app, runtime);
  mountImages(app, runtime);
  mountRest(app, tools, runtime);
  const closeMcp = mountMcp(app, tools, runtime);
  app.listen({ hostname: listen.host, port: listen.port, maxRequestBodySize: 4 * 1024 * 1024, idleTimeout: 30 });
  const server = app.server!;
  baseUrl ||= `http://localhost:${server.port}`;

  return {
    port: server.port!,
    runtime,
    async stop(graceMs = defaultGraceMs) {
      const drained = server.stop(false);
      await closeMcp();
      await Promise.race([drained, Bun.sleep(graceMs)]);
      await server.stop(true);
    },
  };
}
