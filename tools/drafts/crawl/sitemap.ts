import { gunzipSync } from "node:zlib";
import { decodeText } from "./fold-text.ts";
import type { PoliteFetch } from "./polite-fetch.ts";
import type { RobotsRules } from "./robots.ts";
import { isSameSite } from "./same-site.ts";

const maxBytes = 1024 * 1024;
const maxUrls = 2000;
/** Files of one site that are read at most: an index and two of its parts. */
const maxFiles = 3;

/** Addresses of pages that a site lists for crawlers; none where there is no such list. */
export async function sitemapUrls(
  home: string,
  { fetch, robots }: { fetch: PoliteFetch; robots: RobotsRules },
): Promise<string[]> {
  const { sitemaps } = await robots.of(home);
  const named = sitemaps.filter((url) => URL.canParse(url) && isSameSite(home, url));
  const queue = named.length > 0 ? named : [new URL("/sitemap.xml", home).href];
  const urls: string[] = [];
  for (let read = 0; read < maxFiles && queue.length > 0 && urls.length < maxUrls; read++) {
    const { pages, parts } = readSitemap(await file(queue.shift()!, fetch, robots));
    urls.push(...pages);
    // Of many parts, those of articles tell least.
    queue.push(...parts.filter((url) => URL.canParse(url) && isSameSite(home, url)).sort(byPagesFirst));
  }
  return urls.slice(0, maxUrls);
}

const byPagesFirst = (a: string, b: string) => Number(/page/i.test(b)) - Number(/page/i.test(a));

async function file(url: string, fetch: PoliteFetch, robots: RobotsRules): Promise<Uint8Array> {
  if (!(await robots.of(url)).isAllowed(url)) return new Uint8Array();
  const { status, bytes } = await fetch.fetch(url, { maxBytes, whenTooLarge: "truncate", timeoutMs: 6000 });
  return status === 200 ? bytes : new Uint8Array();
}

/** The addresses in a sitemap (sitemaps.org protocol), in gzip or not, or in its form as plain text. */
export function readSitemap(bytes: Uint8Array): { pages: string[]; parts: string[] } {
  const text = new TextDecoder().decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes);
  const written = text.includes("<")
    ? [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]{1,2048})/g)].map(([, url]) => decodeText(url!))
    : text.split(/\s+/);
  const urls = written.filter((url) => /^https?:\/\//i.test(url)).slice(0, maxUrls);
  return /<sitemapindex[\s>]/.test(text) ? { pages: [], parts: urls } : { pages: urls, parts: [] };
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: 4 * maxBytes });
  } catch {
    return new Uint8Array();
  }
}
