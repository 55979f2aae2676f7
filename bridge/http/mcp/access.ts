import { fromSites } from "../server/known-sites.ts";
import { everyAnswer } from "../server/plain-answer.ts";
import type { Runtime } from "../server/runtime.ts";

const maxKept = 256;

/** The answer that refuses a request whose `Host` or `Origin` has none of the names. */
type Judge = (request: Request, names: string[]) => Response | undefined;

/**
 * Has the `Host` and `Origin` of a request judged, against DNS rebinding, and answers null where they may pass. Allowed
 * are the names of this server, of its sites, and of loopback.
 */
export function accessCheck(runtime: Runtime, judge: Judge): (request: Request) => Promise<Response | null> {
  const rules = fromSites(runtime, (sites) => ({
    names: [
      new URL(runtime.baseUrl).hostname,
      "localhost",
      "127.0.0.1",
      "[::1]",
      ...sites.flatMap((site) => site.host ?? []),
    ],
    // Requests come under one of a few names; parsing these anew each time takes as long as reading a listing's row.
    passed: new Set<string>(),
  }));
  return async (request) => {
    const { names, passed } = await rules();
    // An Origin may be the word "null", which is not the absence of one.
    const asked = `${request.headers.get("host") ?? ""} ${request.headers.get("origin") ?? ""}`;
    if (passed.has(asked)) return null;
    const refusal = judge(request, names);
    if (refusal) return refusal;
    if (passed.size < maxKept) passed.add(asked);
    return null;
  };
}

/** Lets a page of an allowed origin, such as the inspector's, read the answer. */
export function corsHeaders(request: Request): Record<string, string> {
  const origin = request.headers.get("origin");
  if (!origin) return { ...everyAnswer, vary: "Origin" };
  return {
    ...everyAnswer,
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "X-Request-Id, WWW-Authenticate, Retry-After",
  };
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
