import type { Elysia } from "elysia";
import * as z from "zod";
import { callTool } from "../../tools/core/call.ts";
import type { AnyTool } from "../../tools/core/define.ts";
import { Problem } from "../../tools/core/errors.ts";
import { logged } from "./access-log.ts";
import { type Exchange, preflight, rateLimitHeaders, respondCacheable, respondProblem } from "./respond.ts";
import { callContext, type Runtime, requestIdOf } from "./runtime.ts";

export const apiPrefix = "/api/v1";

type FieldKind = "integer" | "boolean" | "list" | "string";

/** How to read a tool's query parameters, worked out once from its input schema. */
function queryReader(tool: AnyTool): (url: string) => Record<string, unknown> {
  const kinds = new Map<string, FieldKind>(
    Object.entries(tool.input.shape).map(([name, schema]) => [name, kindOf(schema as z.ZodType)]),
  );
  return (url) => {
    const input: Record<string, unknown> = {};
    for (const [name, value] of parametersOf(url)) {
      const kind = kinds.get(name);
      // Unknown parameters are ignored, so that links survive what others append to them.
      if (kind === undefined) continue;
      if (kind === "list") input[name] = [...((input[name] as string[]) ?? []), ...value.split(",")];
      else if (name in input)
        throw new Problem("validation_failed", `${name} is given twice; give it once.`, {
          errors: [{ field: name, code: "repeated", message: "is given twice" }],
        });
      else input[name] = read(kind, value);
    }
    return input;
  };
}

/** The query parameters of a URL; throws 400 where percent-encoded bytes are not UTF-8. */
function parametersOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  const query = start < 0 ? "" : url.slice(start + 1);
  if (query.includes("%"))
    try {
      decodeURIComponent(query);
    } catch {
      throw new Problem("bad_request", "The query string is not percent-encoded UTF-8.");
    }
  return new URLSearchParams(query);
}

function kindOf(schema: z.ZodType): FieldKind {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return json.type === "integer" || json.type === "boolean" ? json.type : json.type === "array" ? "list" : "string";
}

// A value that does not read as its kind stays text, and the schema then says what it should have been.
function read(kind: FieldKind, value: string): unknown {
  if (kind === "integer" && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (kind === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** Mounts the tools as REST routes. */
export function mountRest(app: Elysia, tools: readonly AnyTool[], runtime: Runtime): void {
  const methods = new Map<string, Set<string>>();
  for (const tool of tools) {
    const path = apiPrefix + tool.rest.path.replace(/\{(\w+)\}/g, ":$1");
    const handler = restHandler(tool, runtime);
    const allowed = methods.get(path) ?? new Set(["OPTIONS"]);
    methods.set(path, allowed.add(tool.rest.method));
    const mounted = ({ request, params }: { request: Request; params?: Record<string, string> }) =>
      handler(request, params ?? {});
    app.route(tool.rest.method, path, mounted);
    if (tool.rest.method === "GET") {
      allowed.add("HEAD");
      app.route("HEAD", path, mounted);
    }
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed].sort().join(", ");
    app.route("OPTIONS", path, ({ request }: { request: Request }) => preflight(request, allow));
    app.all(path, ({ request }: { request: Request }) => {
      const problem = new Problem("method_not_allowed", `${request.method} is not possible here; use ${allow}.`);
      return respondProblem(exchangeOf(request, runtime), problem, { allow });
    });
  }
  app.all(`${apiPrefix}/*`, ({ request }: { request: Request }) =>
    respondProblem(
      exchangeOf(request, runtime),
      new Problem("not_found", `There is no such path in the API; ${runtime.baseUrl}/docs lists all of them.`),
    ),
  );
}

const exchangeOf = (request: Request, runtime: Runtime): Exchange => ({
  request,
  requestId: requestIdOf(request),
  docsUrl: `${runtime.baseUrl}/docs`,
});

function restHandler(tool: AnyTool, runtime: Runtime) {
  const readQuery = queryReader(tool);
  const isPaginated = "page" in tool.input.shape;
  const cacheControl = tool.scopes.length === 0 ? `public, max-age=${tool.maxAge ?? 60}` : "private, no-store";

  return logged(runtime, tool.name, async (request: Request, requestId: string, params: Record<string, string>) => {
    const exchange = { request, requestId, docsUrl: `${runtime.baseUrl}/docs` };
    try {
      const context = await callContext(request, requestId, runtime, { kind: "anonymous" });
      const { output, rateLimit } = await callTool(
        tool,
        context,
        { ...readQuery(request.url), ...params },
        runtime.policy,
      );
      const headers = rateLimit ? rateLimitHeaders(rateLimit) : {};
      if (isPaginated)
        headers.link = pageLinks(
          `${context.urls.api}${tool.rest.path}`,
          request.url,
          params,
          output as unknown as PageShape,
        );
      return respondCacheable(exchange, {
        body: JSON.stringify(output),
        contentType: "application/json",
        cacheControl,
        headers,
      });
    } catch (error) {
      return respondProblem(exchange, asProblem(error, exchange, runtime));
    }
  });
}

/** Any exception as a problem; what we did not foresee is logged and becomes a 500 that says nothing of its cause. */
export function asProblem(error: unknown, { requestId }: Exchange, runtime: Runtime): Problem {
  if (error instanceof Problem) return error;
  runtime.log.error({ request_id: requestId, err: error }, "unexpected error");
  return new Problem("internal", `Something went wrong on our side. Name request ${requestId} when you report it.`);
}

interface PageShape {
  page: number;
  per_page: number;
  total: number;
  has_more: boolean;
}

/** The `Link` field of a page: first, prev, next, last (RFC 8288). */
function pageLinks(
  pattern: string,
  requestUrl: string,
  params: Record<string, string>,
  { page, per_page, total, has_more }: PageShape,
): string {
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
  const query = parametersOf(requestUrl);
  const link = (rel: string, target: number) => {
    query.set("page", String(target));
    return `<${path}?${query}>; rel="${rel}"`;
  };
  const last = Math.max(1, Math.ceil(total / per_page));
  const links = [link("first", 1)];
  if (page > 1) links.push(link("prev", Math.min(page - 1, last)));
  if (has_more) links.push(link("next", page + 1));
  if (!has_more || page < last) links.push(link("last", last));
  return links.join(", ");
}
