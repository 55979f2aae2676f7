import type { Elysia } from "elysia";
import { authorizationServerMetadata, protectedResourceMetadata } from "#auth/oauth/metadata.ts";
import { mcpPath } from "../mcp/exchange.ts";
import { respondCacheable } from "../server/respond.ts";
import { mountPath } from "../server/routes.ts";
import { type Runtime, servedSite } from "../server/runtime.ts";

const resourcePath = "/.well-known/oauth-protected-resource";

/** Mounts the documents with which a client discovers the authorization server (RFC 8414 §3, RFC 9728 §3). */
export function mountOAuthMetadata(app: Elysia, runtime: Runtime): void {
  const documents: Record<string, (request: Request) => Promise<object>> = {
    "/.well-known/oauth-authorization-server": async () => authorizationServerMetadata(runtime.baseUrl),
    [`${resourcePath}${mcpPath}`]: (request) => resourceMetadata(request, runtime),
    [resourcePath]: (request) => resourceMetadata(request, runtime),
  };
  for (const [path, document] of Object.entries(documents)) {
    const endpoint = {
      operation: "oauth_metadata",
      handle: async (exchange: { request: Request; requestId: string; docsUrl: string }) =>
        respondCacheable(exchange, {
          body: JSON.stringify(await document(exchange.request)),
          contentType: "application/json",
          cacheControl: "public, max-age=3600",
        }),
    };
    mountPath(app, path, { GET: endpoint }, runtime);
  }
}

async function resourceMetadata(request: Request, runtime: Runtime): Promise<object> {
  const { site, urls } = await servedSite(request, runtime);
  return protectedResourceMetadata(urls.mcp, runtime.baseUrl, site.name);
}
