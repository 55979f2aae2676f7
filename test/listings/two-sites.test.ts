import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const hosts = { main: "localhost", dev: "dev.localhost" };
type Site = keyof typeof hosts;

const get = (site: Site, path: string) => {
  const { port } = new URL(server.url);
  return fetch(server.url + path, { headers: { host: `${hosts[site]}:${port}` }, redirect: "manual" });
};

/** Paths that the sitemap of a site names, and lists that it leaves out, with their feeds. */
async function paths(site: Site): Promise<string[]> {
  const locations = async (path: string) =>
    [...(await (await get(site, path)).text()).matchAll(/<loc>([^<]+)/g)].map(([, url]) => new URL(url!).pathname);
  const parts = await locations("/sitemap.xml");
  // The documentation shows recorded responses, the same on every site.
  const pages = (await Promise.all(parts.map(locations))).flat().filter((path) => !path.startsWith("/docs"));
  const feeds = [
    "/updates",
    "/categories",
    "/founders",
    "/launches",
    "/launches/current",
    "/awards",
    "/blog",
    "/search",
  ];
  return [...pages, "/search", "/search?sort=newest", "/llms.txt", ...feeds.map((path) => `${path}.atom`)];
}

const slugsOf = (table: string, siteId: number, and = "") =>
  server.store.read.$client
    .query<{ slug: string }, [number]>(`SELECT slug FROM ${table} WHERE site_id = ?${and}`)
    .all(siteId)
    .map(({ slug }) => slug);

/** Paths of what is on one site and not on the other. */
function ownPaths(own: number, other: number): string[] {
  const founders = "(SELECT f.slug, s.site_id FROM site_founders s JOIN founders f ON f.id = s.founder_id)";
  return [
    ["listings", "listings"],
    ["categories", "categories"],
    ["posts", "blog"],
    [founders, "founders"],
  ].flatMap(([table, path]) => {
    const there = new Set(slugsOf(table!, other));
    return slugsOf(table!, own).flatMap((slug) => (there.has(slug) ? [] : [`/${path}/${slug}`]));
  });
}

test("pages and feeds of one site neither link to nor serve content of the other", async () => {
  const [main, dev] = server.store.read.$client
    .query<{ id: number }, []>("SELECT id FROM sites WHERE sandbox_of IS NULL ORDER BY host IS NOT NULL")
    .all() as [{ id: number }, { id: number }];
  for (const [site, own, other] of [
    ["main", main.id, dev.id],
    ["dev", dev.id, main.id],
  ] as const) {
    const foreign = ownPaths(other, own);
    expect([site, foreign.length > 0]).toEqual([site, true]);
    const wanted = new Set(foreign);
    for (const path of await paths(site)) {
      const answer = await get(site, path);
      expect([site, path, answer.status]).toEqual([site, path, 200]);
      const links = (await answer.text()).matchAll(/(?:href="|<id>|\]\()(?:https?:\/\/[^/"]+)?(\/[a-z]+\/[\w-]+)/g);
      expect([site, path, [...links].filter(([, link]) => wanted.has(link!))]).toEqual([site, path, []]);
    }
    for (const path of foreign.slice(0, 20))
      expect([site, path, (await get(site, path)).status]).toEqual([site, path, 404]);
  }
});
