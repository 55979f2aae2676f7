import type { Elysia } from "elysia";
import { authorizationServerMetadata, protectedResourceMetadata } from "../../auth/oauth/metadata.ts";
import { siteByHost } from "../../db/queries/sites.ts";
import { Problem } from "../../tools/core/errors.ts";
import { logged } from "./access-log.ts";
import { mcpPath } from "./mcp.ts";
import { type Exchange, preflight, respondCacheable, respondProblem } from "./respond.ts";
import { asProblem } from "./rest.ts";
import { hostName, type Runtime, siteUrls } from "./runtime.ts";

const resourcePath = "/.well-known/oauth-protected-resource";
const allow = "GET, HEAD, OPTIONS";

/** Where clients learn how to sign in: RFC 8414 §3, and RFC 9728 §3 with the path of the resource and without. */
export function mountOAuthMetadata(app: Elysia, runtime: Runtime): void {
  const documents: Record<string, (request: Request) => Promise<object>> = {
    "/.well-known/oauth-authorization-server": async () => authorizationServerMetadata(runtime.baseUrl),
    [`${resourcePath}${mcpPath}`]: (request) => resourceMetadata(request, runtime),
    [resourcePath]: (request) => resourceMetadata(request, runtime),
  };
  for (const [path, document] of Object.entries(documents)) {
    const answer = logged(runtime, "oauth_metadata", async (request: Request, requestId: string) => {
      const exchange: Exchange = { request, requestId, docsUrl: `${runtime.baseUrl}/docs` };
      try {
        if (request.method !== "GET" && request.method !== "HEAD")
          return respondProblem(
            exchange,
            new Problem("method_not_allowed", `${request.method} is not possible here; use ${allow}.`),
            { allow },
          );
        return respondCacheable(exchange, {
          body: JSON.stringify(await document(request)),
          contentType: "application/json",
          cacheControl: "public, max-age=3600",
        });
      } catch (error) {
        return respondProblem(exchange, asProblem(error, exchange, runtime));
      }
    });
    app.route("OPTIONS", path, ({ request }: { request: Request }) => preflight(request, allow));
    app.all(path, ({ request }: { request: Request }) => answer(request));
  }
}

async function resourceMetadata(request: Request, runtime: Runtime): Promise<object> {
  const site = await siteByHost(runtime.store.read, hostName(request));
  if (!site) throw new Problem("unavailable", "This server has no site yet.", { retryAfter: 60 });
  return protectedResourceMetadata(siteUrls(runtime, site).mcp, runtime.baseUrl, site.name);
}
