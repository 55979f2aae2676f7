import type { Elysia } from "elysia";
import { type Exchange, respondCacheable } from "#bridge/http/server/respond.ts";
import { mountPath } from "#bridge/http/server/routes.ts";
import { type Runtime, requestContext, servedSite } from "#bridge/http/server/runtime.ts";
import { addressKinds } from "#db/queries/sites/sitemap.ts";
import { boards } from "#db/schema/vocabulary.ts";
import { endOfWeek } from "#db/values/week.ts";
import { callTool } from "#tools/core/calls/call.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import { anonymous } from "#tools/core/operations/actor.ts";
import type { CallContext, SiteUrls } from "#tools/core/operations/context.ts";
import listAddressParts from "#tools/site/list-address-parts.ts";
import listAddresses from "#tools/site/list-addresses.ts";
import listLaunchedWeeks from "#tools/site/list-launched-weeks.ts";
import type { AnyPage, PublicPage } from "../../frame/define-page.ts";
import { type Html, html } from "../../frame/html.ts";

/** A part has at most as many addresses as ids: far below the 50,000 a file may have (sitemaps.org), and quickly made. */
const idsPerPart = 5_000;
const indexKeptMs = 10 * 60_000;

/**
 * Serves `/sitemap.xml`, an index, and its parts: the pages without a record in one, the records of each kind in parts of
 * so many ids each, so that a new one changes no other part. A page says by `indexed` what of it is named.
 */
export function mountSitemap(app: Elysia, runtime: Runtime, pages: readonly AnyPage[], partSize = idsPerPart): void {
  const policy = { ...runtime.policy, limiter: null };
  const pathsOf = (indexed: PublicPage["indexed"]) =>
    pages.flatMap((page) => ("indexed" in page && page.indexed === indexed ? page.path : []));
  const kinds = addressKinds.flatMap((kind) => pathsOf(kind).map((path) => [path, kind] as const));
  const [weekPath] = pathsOf("weeks");
  const named = pages.flatMap((page) => ("indexed" in page && Array.isArray(page.indexed) ? page.indexed : []));
  const served = async ({ request, requestId }: Exchange) => {
    const site = await servedSite(request, runtime);
    return { ...site, context: requestContext(request, requestId, runtime, site, anonymous) };
  };

  // To make it reads every record: once in a while, however often it is asked for.
  const kept = new Map<string, { until: number; body: Promise<string> }>();
  const index = async (exchange: Exchange) => {
    const { context, urls } = await served(exchange);
    const known = kept.get(urls.base);
    const now = context.now.getTime();
    if (known && now < known.until) return respondXml(exchange, await known.body);
    const body = indexOf(context, urls);
    kept.set(urls.base, { until: now + indexKeptMs, body });
    body.catch(() => kept.delete(urls.base));
    return respondXml(exchange, await body);
  };

  const indexOf = async (context: CallContext, urls: SiteUrls): Promise<string> => {
    const closed = (await weeksOf(context, urls)).flatMap(({ changedAt }) => changedAt ?? []);
    const parts: Part[] = [{ url: `${urls.base}/sitemaps/pages.xml`, changedAt: closed.at(-1) ?? null }];
    for (const [, kind] of kinds) {
      const { output } = await callTool(listAddressParts, context, () => ({ kind, ids_per_part: partSize }), policy);
      for (const { part, changed_at } of output.parts)
        parts.push({ url: `${urls.base}/sitemaps/${kind}-${part}.xml`, changedAt: changed_at });
    }
    return document("sitemapindex", "sitemap", parts);
  };

  const boardPaths = pathsOf("boards").flatMap((path) => boards.map((board) => path.replace(":board", board)));
  const weeksOf = async (context: CallContext, { base }: SiteUrls): Promise<Part[]> => {
    if (weekPath === undefined) return [];
    const { output } = await callTool(listLaunchedWeeks, context, () => ({}), policy);
    return output.weeks.map((week) => ({
      url: base + weekPath.replace(":week", week),
      // What has closed stays as it is; what runs changes with every vote, and nobody notes when.
      changedAt: endOfWeek(week) <= context.now ? endOfWeek(week).toISOString() : null,
    }));
  };

  const part = async (exchange: Exchange, { file = "" }: Record<string, string>) => {
    const { context, urls } = await served(exchange);
    if (file === "pages.xml") {
      const lists = [...pathsOf(true), ...named, ...boardPaths].map((path) => ({
        url: urls.base + path,
        changedAt: null,
      }));
      return respondXml(exchange, document("urlset", "url", [...lists, ...(await weeksOf(context, urls))]));
    }
    const [, name, number] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(file) ?? [];
    const [path, kind] = kinds.find(([, candidate]) => candidate === name) ?? notFound("sitemap", file);
    const input = { kind, ids_per_part: partSize, part: Number(number) };
    const { output } = await callTool(listAddresses, context, () => input, policy);
    if (output.items.length === 0) notFound("sitemap", file);
    const addresses = output.items.map(({ slug, changed_at }) => ({
      url: urls.base + path.replace(":slug", encodeURIComponent(slug)),
      changedAt: changed_at,
    }));
    return respondXml(exchange, document("urlset", "url", addresses));
  };

  mountPath(app, "/sitemap.xml", { GET: { operation: "sitemap", handle: index } }, runtime);
  mountPath(app, "/sitemaps/:file", { GET: { operation: "sitemap_part", handle: part } }, runtime);
}

interface Part {
  url: string;
  changedAt: string | null;
}

const document = (root: "sitemapindex" | "urlset", element: "sitemap" | "url", parts: readonly Part[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${parts
    .map((part) => `<${element}>${entry(part)}</${element}>\n`)
    .join("")}</${root}>\n`;

// What escapes text in HTML does so in XML.
const entry = ({ url, changedAt }: Part): Html =>
  html`<loc>${url}</loc>${changedAt && html`<lastmod>${changedAt}</lastmod>`}`;

const respondXml = (exchange: Exchange, body: string): Response =>
  respondCacheable(exchange, {
    body,
    contentType: "application/xml; charset=utf-8",
    cacheControl: "public, max-age=3600",
    headers: { "content-security-policy": "default-src 'none'", vary: "Host, Accept-Encoding" },
  });
