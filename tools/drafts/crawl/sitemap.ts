import { inThread } from "./in-thread.ts";
import type { PoliteFetch } from "./polite-fetch.ts";
import { maxUrls } from "./read-sitemap.ts";
import type { RobotsRules } from "./robots.ts";
import { isSameSite } from "./same-site.ts";

const maxBytes = 1024 * 1024;
const maxFiles = 3;

/** @param which "named" reads only the first sitemap that robots.txt lists */
export async function sitemapUrls(
  home: string,
  { fetch, robots }: { fetch: PoliteFetch; robots: RobotsRules },
  which: "all" | "named" = "all",
): Promise<string[]> {
  const { sitemaps } = await robots.of(home);
  const named = sitemaps.filter((url) => URL.canParse(url) && isSameSite(home, url));
  const isBrief = which === "named";
  const queue = named.length > 0 ? named : isBrief ? [] : [new URL("/sitemap.xml", home).href];
  const urls: string[] = [];
  for (let read = 0; read < (isBrief ? 1 : maxFiles) && queue.length > 0 && urls.length < maxUrls; read++) {
    const { pages, parts } = await inThread("readSitemap", await file(queue.shift()!, fetch, robots));
    urls.push(...pages);
    // If a sitemap has many parts, those with pages are read first. Parts with articles say least about the product.
    queue.push(...parts.filter((url) => URL.canParse(url) && isSameSite(home, url)).sort(byPagesFirst));
  }
  return urls.slice(0, maxUrls);
}

const byPagesFirst = (a: string, b: string) => Number(/page/i.test(b)) - Number(/page/i.test(a));

async function file(url: string, fetch: PoliteFetch, robots: RobotsRules): Promise<Uint8Array> {
  if (!(await robots.allow(url))) return new Uint8Array();
  const { status, bytes } = await fetch.fetch(url, { maxBytes, whenTooLarge: "truncate", timeoutMs: 6000 });
  return status === 200 ? bytes : new Uint8Array();
}
