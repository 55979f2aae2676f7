import type { Elysia } from "elysia";
import { respondCacheable } from "#bridge/http/server/respond.ts";
import { type Endpoint, mountPath } from "#bridge/http/server/routes.ts";
import { type Runtime, requestContext, servedSite } from "#bridge/http/server/runtime.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import suggestSearches from "#tools/search/suggest-searches.ts";
import { urlOf } from "../../frame/visit.ts";

const maxQueryLength = 200;

/** Serves `/search/suggestions?q=`, the suggestions below the search field (slipway.js). */
export function mountSuggestions(app: Elysia, runtime: Runtime): void {
  // Rate limits apply to API callers; caches share this response.
  const policy = { ...runtime.policy, limiter: null };
  const endpoint: Endpoint = {
    operation: "suggestions",
    async handle(exchange) {
      const { request, requestId } = exchange;
      const served = await servedSite(request, runtime);
      const context = requestContext(request, requestId, runtime, served, anonymous);
      const q = (urlOf(request, served.urls.base).searchParams.get("q") ?? "").slice(0, maxQueryLength);
      const { output } = await callTool(suggestSearches, context, () => ({ q }), policy);
      return respondCacheable(exchange, {
        body: JSON.stringify(output),
        contentType: "application/json; charset=utf-8",
        cacheControl: "public, max-age=60",
      });
    },
  };
  mountPath(app, "/search/suggestions", { GET: endpoint }, runtime);
}
