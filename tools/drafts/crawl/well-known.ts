import { type CrawledPage, isWellKnown } from "../shared/crawled-page.ts";
import { asCrawlFailed, CrawlFailed, failureOfStatus } from "./crawl-failed.ts";
import { checkRobots, type FetchParts } from "./fetch-page.ts";
import { readJsonLd } from "./json-ld.ts";

/**
 * Documents in which a site tells programs about its APIs (RFC 9727, section 2) and its MCP server: the metadata of a
 * protected one (RFC 9728, section 3) and its card (SEP-2127).
 */
const names = ["api-catalog", "oauth-protected-resource", "mcp/server-card.json"];
const maxBytes = 64 * 1024;
const headers = { accept: "application/json, application/linkset+json, application/*+json" };

export const wellKnownUrls = (url: string): string[] => names.map((name) => new URL(`/.well-known/${name}`, url).href);

/** Reads a JSON document as a page whose only content is its data. Throws CrawlFailed, or the signal's reason. */
export async function fetchWellKnown({ fetch, robots, now, pageMs }: FetchParts, url: string): Promise<CrawledPage> {
  try {
    await checkRobots(robots, url);
    const answer = await fetch.fetch(url, { maxBytes, whenTooLarge: "truncate", timeoutMs: pageMs, headers });
    const failure = failureOfStatus(answer.status, answer.url);
    if (failure) throw failure;
    const [content] = /\bjson\b/i.test(answer.headers.get("content-type") ?? "")
      ? readJsonLd([`{"@type":"Document","content":${new TextDecoder().decode(answer.bytes)}}`])
      : [];
    if (!content || !isWellKnown(answer.url)) throw new CrawlFailed("not_html", `${url} is not a JSON document.`);
    return {
      url: answer.url,
      fetchedAt: now().toISOString(),
      isRendered: false,
      lang: null,
      title: "",
      meta: {},
      canonical: null,
      jsonLd: [content],
      blocks: [],
      links: [],
      images: [],
    };
  } catch (error) {
    throw asCrawlFailed(error);
  }
}
