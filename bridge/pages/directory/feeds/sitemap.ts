import type { Elysia } from "elysia";
import { type Exchange, respondCacheable } from "#bridge/http/server/respond.ts";
import { mountPath } from "#bridge/http/server/routes.ts";
import type { Runtime } from "#bridge/http/server/runtime.ts";
import { addressKinds } from "#db/queries/sites/sitemap.ts";
import type { SiteRow } from "#db/queries/sites/sites.ts";
import { boards } from "#db/schema/vocabulary.ts";
import { endOfWeek } from "#db/values/week.ts";
import { notFound } from "#tools/core/errors/errors.ts";
import listAddressParts from "#tools/site/list-address-parts.ts";
import listAddresses from "#tools/site/list-addresses.ts";
import listLaunchedWeeks from "#tools/site/list-launched-weeks.ts";
import { anonymousCalls } from "../../frame/anonymous-call.ts";
import type { AnyPage, PublicPage } from "../../frame/define-page.ts";
import { type Html, html } from "../../frame/html.ts";

/** IDs per part. The number is far below the limit of 50,000 URLs (sitemaps.org), so a part is quick to create. */
const idsPerPart = 5_000;
const indexMaxAgeMs = 10 * 60_000;

/**
 * Serves the index `/sitemap.xml` and the parts that the index lists. One part contains the pages without a record.
 * Each other part contains one kind of record and one range of IDs, so that a new record changes only one part. Each
 * page's `indexed` determines what is listed.
 */
export function mountSitemap(app: Elysia, runtime: Runtime, pages: readonly AnyPage[], partSize = idsPerPart): void {
  const pathsOf = (indexed: PublicPage["indexed"], among = pages) =>
    among.flatMap((page) => ("indexed" in page && page.indexed === indexed ? page.path : []));
  const kinds = addressKinds.flatMap((kind) => pathsOf(kind).map((path) => [path, kind] as const));
  const [weekPath] = pathsOf("weeks");
  const named = ({ settings }: SiteRow) =>
    pages.flatMap((page) => ("indexed" in page && typeof page.indexed === "function" ? page.indexed(settings) : []));

  // Building the index reads every record, so the result is cached.
  const cache = new Map<string, { until: number; body: Promise<string> }>();
  const index = async (exchange: Exchange) => {
    const calls = await anonymousCalls(exchange, runtime);
    const { urls } = calls;
    const cached = cache.get(urls.base);
    const now = calls.now.getTime();
    if (cached && now < cached.until) return respondXml(exchange, await cached.body);
    const body = indexOf(calls);
    cache.set(urls.base, { until: now + indexMaxAgeMs, body });
    body.catch(() => cache.delete(urls.base));
    return respondXml(exchange, await body);
  };

  const indexOf = async (calls: Calls): Promise<string> => {
    const { ask, urls } = calls;
    const closed = (await weeksOf(calls)).flatMap(({ changedAt }) => changedAt ?? []);
    const parts: Entry[] = [{ url: `${urls.base}/sitemaps/pages.xml`, changedAt: closed.at(-1) ?? null }];
    for (const [, kind] of kinds) {
      const { parts: ranges } = await ask(listAddressParts, { kind, ids_per_part: partSize });
      for (const { part, changed_at } of ranges)
        parts.push({ url: `${urls.base}/sitemaps/${kind}-${part}.xml`, changedAt: changed_at });
    }
    return document("sitemapindex", "sitemap", parts);
  };

  const boardPaths = pathsOf("boards").flatMap((path) => boards.map((board) => path.replace(":board", board)));
  const weeksOf = async ({ ask, now, urls: { base } }: Calls): Promise<Entry[]> => {
    if (weekPath === undefined) return [];
    const { weeks } = await ask(listLaunchedWeeks, {});
    return weeks.map((week) => ({
      url: base + weekPath.replace(":week", week),
      // A closed week does not change. The time of the last change in an open week is not recorded.
      changedAt: endOfWeek(week) <= now ? endOfWeek(week).toISOString() : null,
    }));
  };

  const part = async (exchange: Exchange, { file = "" }: Record<string, string>) => {
    const calls = await anonymousCalls(exchange, runtime);
    const { ask, site, urls } = calls;
    if (file === "pages.xml") {
      const single = pages.filter(({ isShown }) => isShown?.(site.settings, runtime.isProduction) ?? true);
      const lists = [...pathsOf(true, single), ...named(site), ...boardPaths].map((path) => ({
        url: urls.base + path,
        changedAt: null,
      }));
      return respondXml(exchange, document("urlset", "url", [...lists, ...(await weeksOf(calls))]));
    }
    const [, name, number] = /^([a-z]+)-([1-9]\d{0,8})\.xml$/.exec(file) ?? [];
    const [path, kind] = kinds.find(([, candidate]) => candidate === name) ?? notFound("sitemap", file);
    const { items } = await ask(listAddresses, { kind, ids_per_part: partSize, part: Number(number) });
    if (items.length === 0) notFound("sitemap", file);
    const entries = items.map(({ slug, changed_at }) => ({
      url: urls.base + path.replace(":slug", encodeURIComponent(slug)),
      changedAt: changed_at,
    }));
    return respondXml(exchange, document("urlset", "url", entries));
  };

  mountPath(app, "/sitemap.xml", { GET: { operation: "sitemap", handle: index } }, runtime);
  mountPath(app, "/sitemaps/:file", { GET: { operation: "sitemap_part", handle: part } }, runtime);
}

type Calls = Awaited<ReturnType<typeof anonymousCalls>>;

interface Entry {
  url: string;
  changedAt: string | null;
}

const document = (root: "sitemapindex" | "urlset", element: "sitemap" | "url", entries: readonly Entry[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries
    .map((entry) => `<${element}>${entryXml(entry)}</${element}>\n`)
    .join("")}</${root}>\n`;

// HTML escaping is also valid in XML.
const entryXml = ({ url, changedAt }: Entry): Html =>
  html`<loc>${url}</loc>${changedAt && html`<lastmod>${changedAt}</lastmod>`}`;

const respondXml = (exchange: Exchange, body: string): Response =>
  respondCacheable(exchange, {
    body,
    contentType: "application/xml; charset=utf-8",
    cacheControl: "public, max-age=3600",
    headers: { "content-security-policy": "default-src 'none'", vary: "Host, Accept-Encoding" },
  });
