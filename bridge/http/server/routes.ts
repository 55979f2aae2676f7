import type { Elysia } from "elysia";
import { Problem } from "#tools/core/errors/errors.ts";
import type { RestRoute } from "#tools/core/operations/define.ts";
import { logged } from "./access-log.ts";
import { asProblem } from "./as-problem.ts";
import { type Exchange, pathOf, preflight, respondProblem } from "./respond.ts";
import type { Runtime } from "./runtime.ts";

/** The handler of a request, whatever its path. */
export type Answer = (asked: { request: Request }) => Response | Promise<Response>;

export interface Endpoint {
  /** What the access log calls it. */
  operation: string;
  /** What it throws is answered as a problem. */
  handle(exchange: Exchange, params: Record<string, string>): Promise<Response>;
}

/** Mounts all methods of one path: the given ones, HEAD beside GET, OPTIONS, and 405 for every other. */
export function mountPath(
  app: Elysia,
  path: string,
  endpoints: Partial<Record<RestRoute["method"], Endpoint>>,
  runtime: Runtime,
): void {
  const methods = Object.keys(endpoints);
  const allow = [...methods, ...(endpoints.GET ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  for (const [method, endpoint] of Object.entries(endpoints)) {
    const handler = mounted(endpoint, runtime);
    app.route(method, path, handler);
    if (method === "GET") app.route("HEAD", path, handler);
  }
  app.route("OPTIONS", path, ({ request }: { request: Request }) => preflight(request, allow));
  app.all(path, mounted(methodNotAllowed(allow), runtime));
}

/** Answers every other path below `prefix` with a 404 problem; returns what does so. */
export function mountUnknownPaths(app: Elysia, prefix: string, runtime: Runtime): Answer {
  const handler = mounted(unknownPath, runtime);
  // A browser shows the script a 404 only when the preflight before it was fine. Elysia reads the body, and answers 400
  // where it cannot, for handlers that take its context whole.
  const answer: Answer = ({ request }) =>
    request.method === "OPTIONS" && request.headers.has("access-control-request-method")
      ? preflight(request, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
      : handler({ request });
  app.all(prefix, answer);
  app.all(`${prefix}/*`, answer);
  return answer;
}

/** Returns whether a path can be decoded; without this each handler would have to say what comes of one that cannot. */
export function isReadablePath(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

/** What answers a request of any path by an endpoint. */
export function mounted({ operation, handle }: Endpoint, runtime: Runtime) {
  const handler = logged(runtime, operation, (request, requestId, params: Record<string, string>) => {
    const exchange = { request, requestId, docsUrl: `${runtime.baseUrl}/docs` };
    return handle(exchange, params).catch((error) => respondProblem(exchange, asProblem(error, exchange, runtime)));
  });
  return ({ request, params }: { request: Request; params?: Record<string, string> }) => handler(request, params ?? {});
}

const methodNotAllowed = (allow: string): Endpoint => ({
  operation: "method_not_allowed",
  handle: async (exchange) => {
    const detail = `${exchange.request.method} is not possible here; use ${allow}.`;
    return respondProblem(exchange, new Problem("method_not_allowed", detail), { allow });
  },
});

const unknownPath: Endpoint = {
  operation: "unknown_path",
  handle: async (exchange) => {
    const detail = `There is no such path in the API; ${exchange.docsUrl}/api lists all of them.`;
    return respondProblem(exchange, new Problem("not_found", detail));
  },
};
