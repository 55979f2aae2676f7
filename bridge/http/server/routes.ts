import type { Elysia } from "elysia";
import { Problem } from "#tools/core/errors/errors.ts";
import type { RestRoute } from "#tools/core/operations/define.ts";
import { logged } from "./access-log.ts";
import { asProblem } from "./as-problem.ts";
import { movedResponse } from "./moved.ts";
import { type Exchange, pathOf, preflight, respondProblem } from "./respond.ts";
import type { Runtime } from "./runtime.ts";

export type Answer = (asked: { request: Request }) => Response | Promise<Response>;

export interface Endpoint {
  operation: string;
  handle(exchange: Exchange, params: Record<string, string>): Promise<Response>;
}

export function mountPath(
  app: Elysia,
  path: string,
  endpoints: Partial<Record<RestRoute["method"], Endpoint>>,
  runtime: Runtime,
): void {
  const methods = Object.keys(endpoints);
  const allow = [...methods, ...(endpoints.GET ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
  for (const [method, endpoint] of Object.entries(endpoints)) {
    const handler = mounted(endpoint, runtime, path);
    app.route(method, path, handler);
    if (method === "GET") app.route("HEAD", path, handler);
  }
  app.route("OPTIONS", path, ({ request }: { request: Request }) => preflight(request, allow));
  app.all(path, mounted(methodNotAllowed(allow), runtime, path));
}

/** Mounts a 404 problem for all other paths below `prefix`. Returns the handler. */
export function mountUnknownPaths(app: Elysia, prefix: string, runtime: Runtime): Answer {
  const handler = mounted(unknownPath, runtime, `${prefix}/*`);
  // A browser passes a 404 on to scripts only if the preflight succeeded. The handler reads only `request` from its
  // argument; otherwise Elysia would parse the body and answer 400 if parsing failed.
  const answer: Answer = ({ request }) =>
    request.method === "OPTIONS" && request.headers.has("access-control-request-method")
      ? preflight(request, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
      : handler({ request });
  app.all(prefix, answer);
  app.all(`${prefix}/*`, answer);
  return answer;
}

export function isReadablePath(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

export function mounted({ operation, handle }: Endpoint, runtime: Runtime, route: string) {
  const handler = logged(runtime, operation, route, (request, requestId, params: Record<string, string>) => {
    const exchange = { request, requestId, docsUrl: `${runtime.baseUrl}/docs` };
    return handle(exchange, params).catch(
      (error) =>
        movedResponse(error, request, requestId) ?? respondProblem(exchange, asProblem(error, exchange, runtime)),
    );
  });
  return ({ request, params }: { request: Request; params?: Record<string, string> }) => handler(request, params ?? {});
}

const methodNotAllowed = (allow: string): Endpoint => ({
  operation: "method_not_allowed",
  handle: async (exchange) => {
    const detail = `${exchange.request.method} is not supported here. Use ${allow}.`;
    return respondProblem(exchange, new Problem("method_not_allowed", detail), { allow });
  },
});

const unknownPath: Endpoint = {
  operation: "unknown_path",
  handle: async (exchange) => {
    const detail = `The API does not have this path. ${exchange.docsUrl}/api lists all paths.`;
    return respondProblem(exchange, new Problem("not_found", detail));
  },
};
