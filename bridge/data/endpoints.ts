import type { Elysia } from "elysia";
import { callTool } from "#tools/core/calls/call.ts";
import { Problem } from "#tools/core/errors/errors.ts";
import findRecords from "#tools/data/find-records.ts";
import readFeed from "#tools/data/read-feed.ts";
import { queryOf } from "../http/rest/read-input.ts";
import { actorOf } from "../http/server/actor-of.ts";
import { rateLimitHeaders, respondCacheable, respondPrivate } from "../http/server/respond.ts";
import { type Endpoint, mountPath } from "../http/server/routes.ts";
import { type Runtime, requestContext, servedSite } from "../http/server/runtime.ts";
import { anonymousCalls } from "../pages/frame/anonymous-call.ts";
import type { Ask } from "../pages/frame/define-page.ts";
import { publicRecord } from "./public-record.ts";

/** Mounts `/data/changes` and `/data/records`. An API key only raises the rate limit. */
export function mountData(app: Elysia, runtime: Runtime): void {
  const json = (
    operation: string,
    read: (call: Ask, query: URLSearchParams, ask: Ask) => Promise<object>,
  ): Endpoint => ({
    operation,
    async handle(exchange) {
      const { request, requestId } = exchange;
      const served = await servedSite(request, runtime);
      exchange.base = served.urls.base;
      const actor = await actorOf(request, runtime, served);
      const context = requestContext(request, requestId, runtime, served, actor);
      let headers: Record<string, string> | undefined;
      const call: Ask = async (asked, input) => {
        const { output, rateLimit } = await callTool(asked, context, () => input, runtime.policy);
        headers = rateLimit ? rateLimitHeaders(rateLimit) : undefined;
        return output;
      };
      const { ask } = await anonymousCalls(exchange, runtime);
      const output = await read(call, queryOf(request.url), ask);
      const payload = { body: JSON.stringify(output), contentType: "application/json", headers };
      return actor.kind === "anonymous"
        ? respondCacheable(exchange, { ...payload, cacheControl: "public, max-age=10" })
        : respondPrivate(exchange, payload);
    },
  });
  const changes = json("data_changes", (call, query) => {
    const [since, limit] = ["since", "limit"].map((name) => query.get(name) ?? undefined);
    // Numbers in a query are text, which `callTool` converts.
    return call(readFeed, { since, limit: limit as number | undefined });
  });
  const records = json("data_records", async (call, query, ask) => {
    const ids = query.getAll("ids").flatMap((list) => list.split(","));
    const { items, missing } = await call(findRecords, { ids });
    const found: object[] = [];
    for (const { slug, ...item } of items) {
      // The record may have been removed since it was found.
      const record = await publicRecord(ask, item.kind, slug).catch((error) => {
        if (error instanceof Problem && error.code === "not_found") return null;
        throw error;
      });
      if (record) found.push({ ...item, record });
      else missing.push(`${item.kind}:${item.id ?? item.feed_id}`);
    }
    return { items: found, missing };
  });
  mountPath(app, "/data/changes", { GET: changes }, runtime);
  mountPath(app, "/data/records", { GET: records }, runtime);
}
