import { fromSites } from "../server/known-sites.ts";
import { everyAnswer } from "../server/plain-answer.ts";
import { noteOrigins } from "../server/request-notes.ts";
import type { Runtime } from "../server/runtime.ts";

const maxKept = 256;

type Validate = (request: Request, names: string[]) => Response | undefined;

/** Checks `Host` and `Origin` against DNS rebinding. Returns null if the request may pass. */
export function accessCheck(runtime: Runtime, validate: Validate): (request: Request) => Promise<Response | null> {
  const rules = fromSites(runtime, (sites) => ({
    names: [
      new URL(runtime.baseUrl).hostname,
      "localhost",
      "127.0.0.1",
      "[::1]",
      ...sites.flatMap((site) => site.host ?? []),
    ],
    // Header values that passed the check. Parsing them again for each request would take as long as reading a listing.
    accepted: new Set<string>(),
  }));
  return async (request) => {
    const { names, accepted } = await rules();
    // A missing Origin becomes empty text, because `null` would look like an Origin with the value "null".
    const headerValues = `${request.headers.get("host") ?? ""} ${request.headers.get("origin") ?? ""}`;
    if (accepted.has(headerValues)) return null;
    const refusal = validate(request, names);
    if (refusal) {
      const { headers } = request;
      noteOrigins(request, runtime.baseUrl, headers.get("origin") ?? `http://${headers.get("host")}`);
      return refusal;
    }
    if (accepted.size < maxKept) accepted.add(headerValues);
    return null;
  };
}

/** Lets pages from allowed origins, such as the MCP inspector, read responses. */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get("origin");
  if (!origin) return { ...everyAnswer, vary: "Origin" };
  return {
    ...everyAnswer,
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "X-Request-Id, WWW-Authenticate, Retry-After, Mcp-Session-Id",
  };
}

/** The preflight also allows GET and DELETE, so that browsers send these requests and see the 405 response. */
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
