import type { Elysia } from "elysia";
import { respondCacheable } from "#bridge/http/server/respond.ts";
import { type Endpoint, mountPath } from "#bridge/http/server/routes.ts";
import type { Runtime } from "#bridge/http/server/runtime.ts";
import suggestSearches from "#tools/search/suggest-searches.ts";
import { anonymousCalls } from "../../frame/anonymous-call.ts";
import { urlOf } from "../../frame/visit.ts";

const maxQueryLength = 200;

/** Serves `/search/suggestions?q=`, the suggestions that slipway.js shows below the search field. */
export function mountSuggestions(app: Elysia, runtime: Runtime): void {
  const endpoint: Endpoint = {
    operation: "suggestions",
    async handle(exchange) {
      const { urls, ask } = await anonymousCalls(exchange, runtime);
      const q = (urlOf(exchange.request, urls.base).searchParams.get("q") ?? "").slice(0, maxQueryLength);
      return respondCacheable(exchange, {
        body: JSON.stringify(await ask(suggestSearches, { q })),
        contentType: "application/json; charset=utf-8",
        cacheControl: "public, max-age=60",
      });
    },
  };
  mountPath(app, "/search/suggestions", { GET: endpoint }, runtime);
}
