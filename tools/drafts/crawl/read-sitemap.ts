import { gunzipSync } from "node:zlib";
import { decodeText } from "./fold-text.ts";

const maxBytes = 4 * 1024 * 1024;
export const maxUrls = 2000;

/** Reads the URLs in a sitemap (sitemaps.org protocol), as XML or plain text, optionally compressed with gzip. */
export function readSitemap(bytes: Uint8Array): { pages: string[]; parts: string[] } {
  const text = new TextDecoder().decode(bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes);
  const written = text.includes("<")
    ? [...text.matchAll(/<loc>\s{0,50}(?:<!\[CDATA\[\s{0,50})?([^<\]\s]{1,2048})/g)].map(([, url]) => decodeText(url!))
    : text.split(/\s+/);
  const urls = written.filter((url) => /^https?:\/\//i.test(url)).slice(0, maxUrls);
  return /<sitemapindex[\s>]/.test(text) ? { pages: [], parts: urls } : { pages: urls, parts: [] };
}

function unpack(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch {
    return new Uint8Array();
  }
}
