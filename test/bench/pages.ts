import { XMLValidator } from "fast-xml-parser";
import { anonymousMemory, compare, median, type Server } from "./load.ts";
import { getPaths, leaderboardPaths, searchPaths } from "./requests.ts";
import type { Effort } from "./rest.ts";
import { megabytes, milliseconds, type Row } from "./table.ts";

const maxRatio = 2;
const pagesOfEach = 200;
/** Limit of one sitemap file (sitemaps.org). */
const maxAddresses = 50_000;
const maxBytes = 50 * 1024 * 1024;
/** Longest wait of a crawler. */
const maxPartMs = 1_000;

const request = (path: string, accept: string) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: ${accept}\r\n\r\n`;

/** A page and its operations, with a path for every URL of the page. */
function pages(size: number): { what: string; paths: string[]; behind: string[][] }[] {
  const same = (path: string) => [path];
  const listings = getPaths(size, pagesOfEach);
  const searches = searchPaths("two words", size, pagesOfEach);
  const boards = leaderboardPaths(pagesOfEach);
  const found = searches.map((path) => path.replace("/listings?", ""));
  const categories = "/categories?per_page=100";
  return [
    {
      what: "home",
      paths: same("/"),
      behind: [
        same("/launches/weeks/current"),
        same("/launches?per_section=18"),
        same("/leaderboards/billboard?per_page=3"),
        same(categories),
      ],
    },
    {
      what: "listing",
      paths: listings,
      behind: [
        listings,
        listings.map((path) => `${path}/badges`),
        listings.map((path) => `${path}/alternatives?limit=4`),
      ],
    },
    {
      what: "search",
      paths: found.map((query) => `/search?${query}`),
      behind: [found.map((query) => `/listings?${query}&facets=true`), same(categories)],
    },
    { what: "board", paths: boards, behind: [boards] },
  ];
}

/** Compares the response time of public pages with that of their operations as JSON, one request at a time. */
export async function measurePages(slipway: Server, size: number, effort: Effort): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { what, paths, behind } of pages(size)) {
    const asJson = behind.map((some) => some.map((path) => request(`/api/v1${path}`, "application/json")));
    const asked = [paths.map((path) => request(path, "text/html")), ...asJson];
    const measured = await compare(
      asked.map((requests) => ({ server: slipway, requests })),
      { ...effort, connections: 1 },
    );
    const [page = 0, ...each] = measured.map(({ p50 }) => p50);
    const operations = each.reduce((sum, ms) => sum + ms, 0);
    rows.push({
      what: `page ${what}`,
      listings: size,
      slipway: milliseconds(page),
      comparedWith: `JSON ${milliseconds(operations)}`,
      ratio: page / operations,
      target: { max: maxRatio },
      notes: behind.length === 1 ? "median" : `median; JSON of ${behind.length} operations`,
    });
  }
  return rows;
}

/** Measures the sitemap: its index and each part, within the limits of the protocol. */
export async function measureSitemap(slipway: Server, size: number): Promise<Row[]> {
  const origin = `http://127.0.0.1:${slipway.port}`;
  const fetched = async (path: string) => {
    const begun = performance.now();
    const response = await fetch(origin + path);
    const text = await response.text();
    if (!response.ok || XMLValidator.validate(text) !== true)
      throw new Error(`${path} is not valid XML: ${text.slice(0, 400)}`);
    return { text, ms: performance.now() - begun };
  };
  const before = anonymousMemory(slipway.pid);
  const index = await fetched("/sitemap.xml");
  const parts = [...index.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname);
  const times: number[] = [];
  let addresses = 0;
  for (const path of parts) {
    const { text, ms } = await fetched(path);
    const count = text.split("<url>").length - 1;
    if (count === 0 || count > maxAddresses || Buffer.byteLength(text) > maxBytes)
      throw new Error(`${path} has ${count} URLs in ${Buffer.byteLength(text)} bytes`);
    if (path.includes("/listings-") && !/<lastmod>\d{4}-/.test(text)) throw new Error(`${path} has no lastmod`);
    addresses += count;
    times.push(ms);
  }
  const slowest = Math.max(...times);
  const row = { listings: size, comparedWith: "", ratio: null, target: null };
  return [
    { ...row, what: "sitemap index", slipway: milliseconds(index.ms), notes: `${parts.length} parts; then kept` },
    {
      ...row,
      what: "sitemap, slowest part",
      slipway: milliseconds(slowest),
      comparedWith: milliseconds(maxPartMs),
      ratio: slowest / maxPartMs,
      target: { max: 1 },
      notes: `median ${milliseconds(median(times))}; ${addresses.toLocaleString("en")} URLs in total; memory ${megabytes(before)} before, ${megabytes(anonymousMemory(slipway.pid))} after`,
    },
  ];
}
