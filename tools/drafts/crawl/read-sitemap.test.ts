import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readSitemap } from "./read-sitemap.ts";

const read = (text: string) => readSitemap(new TextEncoder().encode(text));
const sitemap = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>
  https://acme.example/pricing?a=1&amp;b=2 </loc></url><url><loc><![CDATA[https://acme.example/about]]></loc></url><url><loc>/relative</loc></url></urlset>`;
const pages = ["https://acme.example/pricing?a=1&b=2", "https://acme.example/about"];

test("sitemap: URLs, compressed or not", () => {
  expect(read(sitemap)).toEqual({ pages, parts: [] });
  expect(readSitemap(gzipSync(sitemap))).toEqual({ pages, parts: [] });
});

test("sitemap index: parts; plain text: one URL a line", () => {
  const index = "<sitemapindex><sitemap><loc>https://acme.example/s1.xml.gz</loc></sitemap></sitemapindex>";
  expect(read(index)).toEqual({ pages: [], parts: ["https://acme.example/s1.xml.gz"] });
  expect(read("https://acme.example/a\r\nhttps://acme.example/b\n")).toEqual({
    pages: ["https://acme.example/a", "https://acme.example/b"],
    parts: [],
  });
});

test("invalid sitemap or bomb: empty; long list: cut", () => {
  const nothing = { pages: [], parts: [] };
  expect(read("<html><h1>Not found</h1></html>")).toEqual(nothing);
  expect(readSitemap(gzipSync("x".repeat(20_000_000)))).toEqual(nothing);
  expect(readSitemap(Uint8Array.from([0x1f, 0x8b, 1, 2]))).toEqual(nothing);
  expect(read("<loc>https://acme.example/a</loc>".repeat(5000)).pages).toHaveLength(2000);
});
