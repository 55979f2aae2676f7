import { join } from "node:path";
import type { Elysia } from "elysia";
import { callTool } from "#tools/core/calls/call.ts";
import { notFound, Problem } from "#tools/core/errors/errors.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import findRecords from "#tools/data/find-records.ts";
import readFeed from "#tools/data/read-feed.ts";
import { queryOf } from "../http/rest/read-input.ts";
import { actorOf } from "../http/server/actor-of.ts";
import { everyAnswer } from "../http/server/plain-answer.ts";
import { type Exchange, rateLimitHeaders, respondCacheable, respondPrivate } from "../http/server/respond.ts";
import { type Endpoint, mountPath } from "../http/server/routes.ts";
import { type Runtime, requestContext, servedSite } from "../http/server/runtime.ts";
import { anonymousCalls } from "../pages/frame/anonymous-call.ts";
import type { Ask } from "../pages/frame/define-page.ts";
import { dataFolder, dumpFolder, dumpName, latestManifest } from "./dump-files.ts";
import { publicRecord } from "./public-record.ts";

/** Mounts `/data/changes`, `/data/records` and the files of the nightly dumps. An API key only raises the rate limit. */
export function mountData(app: Elysia, runtime: Runtime): void {
  const json = (
    operation: string,
    read: (call: Ask, query: URLSearchParams, exchange: Exchange) => Promise<object>,
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
      const output = await read(call, queryOf(request.url), exchange);
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
  const records = json("data_records", async (call, query, exchange) => {
    const ids = query.getAll("ids").flatMap((list) => list.split(","));
    const { items, missing } = await call(findRecords, { ids });
    const { ask } = await anonymousCalls(exchange, runtime);
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
  for (const path of ["/data/:site/:name", "/data/:site/:name/:file"])
    mountPath(app, path, { GET: dumpFile(runtime) }, runtime);
}

const fileName = /^[\w-]+(?:\.ndjson\.gz|\.sqlite\.gz|\.json)$/;

/**
 * Serves the manifest, earlier manifests at `manifests/<sha256>.json`, and the files of each dump. A file without a
 * folder is that of the latest dump.
 */
const dumpFile = (runtime: Runtime): Endpoint => ({
  operation: "data_file",
  async handle({ request, requestId }, { site: key, name, file: inFolder }) {
    const [folder, file] = inFolder === undefined ? [undefined, name!] : [name, inFolder];
    const served = await servedSite(request, runtime);
    const { site } = served;
    if (key !== site.key) notFound("site", key!);
    if (!site.settings.data?.licence)
      throw new Problem("not_found", "This site offers no files of its data: the operator has not set data_licence.");
    const context = requestContext(request, requestId, runtime, served, anonymous);
    const rateLimit = await runtime.policy.limiter?.take(readFeed, context);
    const root = dataFolder(runtime.store.read, site);
    const isKnown = fileName.test(file) && (!folder || folder === "manifests" || dumpName.test(folder));
    const latest = folder || file === "manifest.json" ? null : latestManifest(root);
    const path = join(root, folder ?? (latest ? dumpFolder(latest.manifest) : ""), file);
    const stored = Bun.file(path);
    if (!isKnown || !(await stored.exists())) notFound("file", file, [], " Read the manifest for the present files.");
    const etag = `"${stored.lastModified.toString(36)}-${stored.size.toString(36)}"`;
    const headers = {
      ...everyAnswer,
      ...(rateLimit && rateLimitHeaders(rateLimit)),
      "access-control-allow-origin": "*",
      "content-type": file.endsWith(".json") ? "application/json; charset=utf-8" : "application/gzip",
      "cache-control": "public, max-age=300",
      etag,
      "x-request-id": requestId,
    };
    if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
    return new Response(stored, { headers });
  },
});
