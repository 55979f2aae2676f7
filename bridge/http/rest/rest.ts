import type { Elysia } from "elysia";
import { lookup } from "#db/values/lookup.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { asksDryRun, dryRunArgument, takesDryRun } from "#tools/core/calls/dry-run.ts";
import type { SentKey } from "#tools/core/calls/idempotency.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import { type AnyTool, byRoute, type RestRoute, takesKey } from "#tools/core/operations/define.ts";
import { jsonOf } from "#tools/core/operations/serialized-output.ts";
import { quality } from "../server/accept.ts";
import { actorOf } from "../server/actor-of.ts";
import { requireUnmoved } from "../server/moved.ts";
import {
  deprecationHeader,
  type Exchange,
  rateLimitHeaders,
  replayedHeader,
  respondCacheable,
  respondPrivate,
} from "../server/respond.ts";
import { type Answer, type Endpoint, mountPath, mountUnknownPaths } from "../server/routes.ts";
import { type Runtime, requestContext, servedSite, visitorOf } from "../server/runtime.ts";
import { ignoredParameters, withWarnings } from "./ignored-parameters.ts";
import { type PageShape, pageLinks } from "./page-links.ts";
import { inputReader, queryNames, queryOf } from "./read-input.ts";

export const apiPrefix = "/api/v1";

/** Mounts the REST API. Returns the handler for unknown paths. */
export function mountRest(app: Elysia, tools: readonly AnyTool[], runtime: Runtime): Answer {
  const paths = new Map<string, Partial<Record<RestRoute["method"], Endpoint>>>();
  for (const tool of tools.flatMap(byRoute)) {
    const path = apiPrefix + tool.rest.path.replace(/\{(\w+)\}/g, ":$1");
    paths.set(path, { ...paths.get(path), [tool.rest.method]: toolEndpoint(tool, runtime) });
  }
  for (const [path, endpoints] of paths) mountPath(app, path, endpoints, runtime);
  return mountUnknownPaths(app, apiPrefix, runtime);
}

function toolEndpoint(tool: AnyTool, runtime: Runtime): Endpoint {
  const readInput = inputReader(tool);
  const knownInQuery = queryNames(tool);
  const isPaginated = "page" in tool.input.shape;
  const isPublicRead = tool.rest.method === "GET" && tool.scopes.length === 0;
  const cacheControl = `public, max-age=${tool.maxAge ?? 60}`;

  async function answer(exchange: Exchange, params: Record<string, string>): Promise<Response> {
    const { request, requestId } = exchange;
    requireJsonAccepted(request.headers.get("accept"));
    const served = await servedSite(request, runtime);
    exchange.base = served.urls.base;
    const actor = await actorOf(request, runtime, served);
    const context = requestContext(request, requestId, runtime, served, actor, visitorOf(actor, "rest"));
    const ignored: string[] = [];
    const read = () => readInput(request, params, ignored);
    const isStrict = tool.rest.method !== "GET";
    const options = { key: keyOf(tool, request), isDryRun: isDryRun(tool, request), isStrict };
    const call = callTool(tool, context, read, runtime.policy, options);
    const { output, rateLimit, isReplayed, deprecatedSince } = await call.catch((error: unknown) => {
      if (error instanceof Problem) error.warnings = ignoredParameters(ignored, knownInQuery);
      throw error;
    });
    requireUnmoved(output);
    let headers = rateLimit ? rateLimitHeaders(rateLimit) : undefined;
    if (isReplayed) headers = { ...headers, ...replayedHeader };
    if (deprecatedSince) headers = { ...headers, ...deprecationHeader(deprecatedSince) };
    if (tool.rest.location !== undefined && !options.isDryRun)
      headers = { ...headers, location: served.urls.api + filledPath(tool.rest.location, { ...params, ...output }) };
    if (isPaginated) {
      const url = context.urls.api + filledPath(tool.rest.path, params);
      const link = pageLinks(url, request.url, output as unknown as PageShape, tool.countsUpTo);
      headers = { ...headers, link };
    }
    const body = ignored.length > 0 ? withWarnings(output, ignoredParameters(ignored, knownInQuery)) : output;
    const payload = { body: jsonOf(body), contentType: "application/json", headers };
    return isPublicRead && actor.kind === "anonymous"
      ? respondCacheable(exchange, { ...payload, cacheControl })
      : respondPrivate(exchange, payload, options.isDryRun || isRepeated(output) ? 200 : tool.rest.status);
  }

  return { operation: tool.name, handle: answer };
}

function keyOf(tool: AnyTool, request: Request): SentKey | undefined {
  const value = takesKey(tool) ? request.headers.get("idempotency-key") : null;
  return value === null ? undefined : { value, field: "Idempotency-Key" };
}

const isRepeated = (output: Record<string, unknown>) => output.repeated === true;

// A dry run creates no record, so its success is a plain 200.
const isDryRun = (tool: AnyTool, { url }: Request): boolean =>
  takesDryRun(tool) && url.includes("?") && asksDryRun(queryOf(url).get(dryRunArgument));

const filledPath = (pattern: string, fields: Record<string, unknown>) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(lookup(fields, name) ?? "")));

/** Throws 406 only if `Accept` excludes JSON (RFC 9110, 12.5.1). */
function requireJsonAccepted(accept: string | null): void {
  if (quality(accept, "application/json") === 0 && quality(accept, "application/problem+json") === 0)
    throw new Problem("not_acceptable", "Responses are application/json. Accept that type, or omit the Accept header.");
}
