import { Elysia } from "elysia";
import type { AnyTool } from "#tools/core/operations/define.ts";
import { isTeamTool } from "#tools/core/operations/team-tool.ts";
import { allTools } from "#tools/registry.ts";
import { mountImages } from "../http/images/images.ts";
import { mountShareImages } from "../http/images/share-images.ts";
import { mountMcpDiscovery } from "../http/mcp/discovery.ts";
import { mcpPath } from "../http/mcp/exchange.ts";
import { mountMcp } from "../http/mcp/serve-mcp.ts";
import { createAuthorizationServer } from "../http/oauth/authorization.ts";
import { mountOAuthMetadata } from "../http/oauth/metadata.ts";
import { mountOAuth } from "../http/oauth/oauth.ts";
import { mountOpenApi } from "../http/rest/openapi.ts";
import { apiPrefix, mountRest } from "../http/rest/rest.ts";
import { unexpectedAnswer } from "../http/server/access-log.ts";
import { rejectUnknownHosts } from "../http/server/development-hosts.ts";
import { drain } from "../http/server/drain.ts";
import { mountHealth } from "../http/server/health.ts";
import { trackInsights } from "../http/server/insights.ts";
import { trackLastUsed } from "../http/server/last-used.ts";
import { createMetrics } from "../http/server/metrics.ts";
import { redirectFormerHosts } from "../http/server/moved.ts";
import { mountPaymentWebhooks } from "../http/server/payment-webhooks.ts";
import { pathOf } from "../http/server/respond.ts";
import { isReadablePath, mounted } from "../http/server/routes.ts";
import { clientAddress, type Runtime, requestIdOf } from "../http/server/runtime.ts";
import type { RequestHandler } from "../nodes/reader.ts";
import { mountNodes, type SaveReport, savingReports } from "../nodes/state.ts";
import { connectPage } from "../pages/docs/connect.ts";
import { publicEndpoints } from "../pages/frame/public-page.ts";
import { mountPages } from "../pages/pages.ts";

export type RunningServer = ReturnType<typeof startServer>;

const defaultGraceMs = 10_000;

// RFC 6797 §6.1. Subdomains are not included, because the operator's other hosts may not use TLS.
const withStrictTransport =
  (handle: RequestHandler): RequestHandler =>
  async (request) => {
    const response = await handle(request);
    response.headers.set("strict-transport-security", "max-age=31536000");
    return response;
  };

/** Forwards the requests that a reader node cannot answer itself. */
export interface ReaderNode {
  /** Returns undefined for requests that this node answers without the writer. `here` is this process's handler. */
  handler(runtime: Runtime, here: RequestHandler): (request: Request) => Promise<Response> | undefined;
  report: SaveReport;
}

export function startServer(
  listen: { host: string; port: number; baseUrl?: string; formerHosts?: string[] },
  parts: Omit<Runtime, "baseUrl" | "peerAddress" | "authorization" | "lastUsed" | "insights" | "metrics">,
  tools: readonly AnyTool[] = allTools,
  reader?: ReaderNode,
) {
  const app = new Elysia({ normalize: false, precompile: true });
  let baseUrl = listen.baseUrl ?? "";
  const report = reader?.report ?? savingReports(parts.store, parts.now);
  const lastUsed = trackLastUsed((uses) => report({ uses }), parts.log, parts.now);
  const insights = trackInsights((events) => report({ events }), {
    ...parts,
    addressOf: (request) => clientAddress(request, runtime),
  });
  const runtime: Runtime = {
    ...parts,
    lastUsed,
    insights,
    policy: { ...parts.policy, countHit: (ruleId) => lastUsed.touch("rule", ruleId) },
    metrics: createMetrics(),
    get baseUrl() {
      return baseUrl;
    },
    get authorization() {
      return authorization;
    },
    peerAddress: (request) => app.server?.requestIP(request)?.address ?? null,
  };
  const authorization = createAuthorizationServer(runtime);
  if (baseUrl.startsWith("https:")) app.wrap((handle) => withStrictTransport(handle as unknown as RequestHandler));
  app.onError(({ error, request }) => {
    const requestId = requestIdOf(request);
    parts.log.error({ request_id: requestId, err: error }, "unexpected error");
    return unexpectedAnswer(requestId);
  });
  if (listen.formerHosts?.length) {
    const redirect = redirectFormerHosts(runtime, listen.formerHosts);
    app.onRequest(({ request }) => redirect(request));
  }
  if (!parts.isProduction) {
    const reject = rejectUnknownHosts(runtime);
    app.onRequest(async ({ request }) => reject(request));
  }
  app.onRequest(({ request }) => {
    if (isReadablePath(request.url)) return undefined;
    return (pathOf(request.url).startsWith(`${apiPrefix}/`) ? unknownPath : unknownPage)({ request });
  });
  if (reader) {
    const local = new WeakSet<Request>();
    const handle = reader.handler(runtime, async (request) => {
      local.add(request);
      return app.fetch(request);
    });
    app.onRequest(({ request }) => (local.has(request) ? undefined : handle(request)));
  }
  mountHealth(app, runtime);
  if (runtime.nodes) mountNodes(app, runtime.store, runtime.nodes, report);
  mountImages(app, runtime);
  mountShareImages(app, runtime);
  mountOpenApi(app, tools, runtime);
  const unknownPath = mountRest(app, tools, runtime);
  const { assets, unknownPage } = mountPages(
    app,
    tools.filter((tool) => !isTeamTool(tool)),
    runtime,
  );
  mountOAuthMetadata(app, runtime);
  mountOAuth(app, runtime);
  mountPaymentWebhooks(app, runtime);
  mountMcpDiscovery(app, runtime);
  const closeMcp = mountMcp(
    app,
    tools,
    runtime,
    mounted(publicEndpoints(connectPage, runtime, assets).get, runtime, mcpPath),
  );
  app.listen({
    hostname: listen.host,
    port: listen.port,
    // Handlers have smaller limits and return an error. This limit cuts off clients that keep sending.
    maxRequestBodySize: 64 * 1024 * 1024,
    idleTimeout: 30,
    // Elysia shares the port by default, so a second server would silently take half of the requests.
    reusePort: parts.pool !== undefined,
    development: false,
  });
  const server = app.server!;
  baseUrl ||= `http://localhost:${server.port}`;

  return {
    port: server.port!,
    runtime,
    /**
     * Stops accepting connections, finishes requests in flight for up to `graceMs`, then closes the remaining
     * connections.
     */
    async stop(graceMs = defaultGraceMs): Promise<void> {
      const drained = drain(app, server, { graceMs, endStreams: closeMcp });
      await Promise.race([drained, Bun.sleep(graceMs)]);
      await server.stop(true);
      await lastUsed.stop();
      await insights.stop();
    },
  };
}
