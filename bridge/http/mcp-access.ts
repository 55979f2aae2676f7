import { fromSites } from "./known-sites.ts";
import type { Runtime } from "./runtime.ts";

/** Host names this server answers MCP under, against DNS rebinding: its own, its sites', and loopback ones. */
export const allowedHosts = (runtime: Runtime): (() => Promise<string[]>) =>
  fromSites(runtime, (sites) => [
    new URL(runtime.baseUrl).hostname,
    "localhost",
    "127.0.0.1",
    "[::1]",
    ...sites.flatMap((site) => site.host ?? []),
  ]);

/** Lets a page of an allowed origin, such as the inspector's, read the answer. */
export function addCorsHeaders(request: Request, headers: Headers): void {
  const origin = request.headers.get("origin");
  headers.append("vary", "Origin");
  if (!origin) return;
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "X-Request-Id, WWW-Authenticate, Retry-After");
}

/** The answer to a browser that asks before it sends; GET and DELETE are let through so that they get their 405. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": "POST, GET, DELETE",
      "access-control-allow-headers":
        request.headers.get("access-control-request-headers") ??
        "authorization, content-type, mcp-protocol-version, mcp-method, mcp-name",
      "access-control-max-age": "86400",
      vary: "Access-Control-Request-Headers",
    },
  });
}
