import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { XMLValidator } from "fast-xml-parser";
import robotsParser from "robots-parser";
import { useTestServer } from "#test/support/server/use-test-server.ts";
import { listingPage } from "../listing/listing.ts";
import { storyPage } from "../listing/story.ts";
import { homePage } from "../lists/home.ts";
import { mountSitemap } from "./sitemap.ts";

const server = useTestServer();

type Fetch = (path: string) => Promise<Response>;

const overHttp: Fetch = (path) => fetch(server.url + path);
const onDev: Fetch = (path) => fetch(server.url + path, { headers: { host: "dev.localhost" } });

interface Entry {
  loc: string;
  lastmod: string | null;
}

/** Returns the entries of a sitemap. Throws if it does not have the exact form of the protocol. */
async function read(get: Fetch, path: string, root: string, element: string): Promise<Entry[]> {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const text = await response.text();
  expect(XMLValidator.validate(text)).toBe(true);
  const whole = new RegExp(
    `^<\\?xml version="1\\.0" encoding="utf-8"\\?>\\n<${root} xmlns="http://www\\.sitemaps\\.org/schemas/sitemap/0\\.9">\\n((?:<${element}><loc>[^<>&"']+</loc>(?:<lastmod>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z</lastmod>)?</${element}>\\n)*)</${root}>\\n$`,
  );
  const entries = whole.exec(text)?.[1];
  if (entries === undefined) throw new Error(`${path} is not a ${root}: ${text.slice(0, 500)}`);
  return [...entries.matchAll(/<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<)?/g)].map(([, loc, lastmod]) => ({
    loc: loc!,
    lastmod: lastmod ?? null,
  }));
}

/** All entries of a site, from its index and all parts. */
async function readAll(get: Fetch): Promise<{ parts: Entry[]; pages: Entry[] }> {
  const parts = await read(get, "/sitemap.xml", "sitemapindex", "sitemap");
  const pages: Entry[] = [];
  for (const { loc, lastmod } of parts) {
    const inPart = await read(get, new URL(loc).pathname, "urlset", "url");
    expect(inPart.length).toBeGreaterThan(0);
    const latest = inPart
      .flatMap((entry) => entry.lastmod ?? [])
      .sort()
      .at(-1);
    expect(lastmod).toBe(latest ?? null);
    pages.push(...inPart);
  }
  return { parts, pages };
}

const liveSlugs = (siteId: number) =>
  server.store.read.$client
    .query<{ slug: string }, [number]>("SELECT slug FROM listings WHERE site_id = ? AND status = 'live'")
    .all(siteId)
    .map(({ slug }) => slug);

test("lists every live listing once with its last change, and every other page; all URLs return 200", async () => {
  const { pages } = await readAll(overHttp);
  const listed = pages.map(({ loc }) => loc);
  expect(new Set(listed).size).toBe(listed.length);
  const listings = listed.filter((loc) => /^\/listings\/[^/]+$/.test(new URL(loc).pathname));
  expect(listings.sort()).toEqual(
    liveSlugs(1)
      .map((slug) => `${server.url}/listings/${slug}`)
      .sort(),
  );
  for (const path of [
    "/",
    "/updates",
    "/docs",
    "/listings/lumenroll/story",
    "/leaderboards/dr-top",
    "/launches/2026-W47",
  ])
    expect(listed).toContain(server.url + path);
  const { updated_at } = (await server.call("get_listing", { slug: "lumenroll" })).body;
  expect(pages.find(({ loc }) => loc.endsWith("/listings/lumenroll"))!.lastmod).toBe(updated_at);
  const robots = robotsParser(`${server.url}/robots.txt`, await (await overHttp("/robots.txt")).text());
  for (const loc of listed) {
    const response = await fetch(loc);
    expect([loc, response.status]).toEqual([loc, 200]);
    expect([loc, /<link rel="canonical" href="([^"]*)"/.exec(await response.text())?.[1]]).toEqual([loc, loc]);
    expect([loc, robots.isAllowed(loc, "Googlebot")]).toEqual([loc, true]);
  }
});

test("small parts list the same pages, and no pages of the other site", async () => {
  const app = new Elysia();
  const size = 7;
  mountSitemap(app, server.runtime, [homePage, listingPage, storyPage], size);
  const small: Fetch = async (path) => app.handle(new Request(server.url + path));
  const { parts, pages } = await readAll(small);
  expect(parts.length).toBeGreaterThan(5);
  const whole = (await readAll(overHttp)).pages.filter(({ loc }) => loc.includes("/listings/"));
  const wanted = pages.filter(({ loc }) => loc.includes("/listings/"));
  expect(wanted).toEqual(whole);
  for (const { loc } of parts)
    expect((await read(small, new URL(loc).pathname, "urlset", "url")).length).toBeLessThanOrEqual(size);
  const dev = (await readAll(onDev)).pages;
  expect(dev.length).toBeGreaterThan(1);
  for (const { loc } of dev) expect(loc).toStartWith("http://dev.localhost:");
  const slugs = new Set(liveSlugs(1));
  const onlyThere = dev.map(({ loc }) => loc.split("/listings/")[1]?.replace("/story", "")).filter(Boolean) as string[];
  expect(onlyThere.every((slug) => liveSlugs(2).includes(slug))).toBe(true);
  expect(onlyThere.some((slug) => !slugs.has(slug))).toBe(true);
});

test("parts have an ETag and may be cached; parts without entries are 404", async () => {
  for (const path of ["/sitemap.xml", "/sitemaps/listings-1.xml"]) {
    const response = await overHttp(path);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
    const again = await fetch(server.url + path, { headers: { "if-none-match": response.headers.get("etag")! } });
    expect(again.status).toBe(304);
    expect((await fetch(server.url + path, { method: "HEAD" })).status).toBe(200);
  }
  for (const file of [
    "listings-2.xml",
    "listings-0.xml",
    "listings-x.xml",
    "constructor-1.xml",
    "listings-999999999.xml",
    "x",
  ])
    expect([file, (await overHttp(`/sitemaps/${file}`)).status]).toEqual([file, 404]);
});

test("robots.txt allows the directory, forbids private and endless pages and names the site's sitemap", async () => {
  for (const [get, base] of [
    [overHttp, server.url],
    [onDev, server.url.replace("localhost", "dev.localhost")],
  ] as const) {
    const response = await get("/robots.txt");
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const robots = robotsParser(`${base}/robots.txt`, await response.text());
    expect(robots.getSitemaps()).toEqual([`${base}/sitemap.xml`]);
    const allowed = (path: string) => robots.isAllowed(base + path, "GPTBot");
    for (const path of [
      "/",
      "/listings/lumenroll",
      "/share.png",
      "/media/x",
      "/docs",
      "/search",
      "/llms.txt",
      "/api/v1/openapi.json",
    ])
      expect([path, allowed(path)]).toEqual([path, true]);
    for (const path of [
      "/account",
      "/account/keys",
      "/sign-in?return_to=/",
      "/team",
      "/api/v1/listings",
      "/mcp",
      "/search?q=x",
    ])
      expect([path, allowed(path)]).toEqual([path, false]);
  }
});
