import { afterAll, beforeAll, expect, test } from "bun:test";
import { addUpdate } from "#db/queries/moderation/owner-voice.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let siteId: number;
beforeAll(async () => {
  const store = emptyStore();
  siteId = await store.write((tx) => addSite(tx));
  server = await startTestServer({ store });
});
afterAll(() => server.stop());

const feed = async () => {
  const response = await fetch(`${server.url}/updates.atom`);
  return { response, text: await response.text() };
};
const page = async (path = "/updates") => (await fetch(server.url + path)).text();
const post = (listingId: number, title: string, at = testNow) =>
  server.store.write((tx) => addUpdate(tx, listingId, { title, body: "One\n\nTwo" }, at));

test("without updates: the empty state and a valid feed without entries", async () => {
  expect(await page()).toContain("There are no updates yet.");
  const { response, text } = await feed();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  expect(text).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
  expect(text).not.toContain("<entry>");
});

test("updates of live listings of this site, newest first, page by page", async () => {
  const [live, hidden, elsewhere] = await server.store.write(async (tx) => [
    await addListing(tx, siteId, "kelp"),
    await addListing(tx, siteId, "wrack", { status: "suspended" }),
    await addListing(tx, await addSite(tx, "dev"), "dulse"),
  ]);
  for (const id of [hidden!, elsewhere!]) await post(id, "Unseen");
  for (let i = 0; i < 25; i++) await post(live!, `News ${i}`, new Date(testNow.getTime() + i * 1000));
  const titles = (text: string) => [...text.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title);
  expect(titles(await page())).toEqual(Array.from({ length: 20 }, (_, i) => `News ${24 - i}`));
  const second = await page("/updates?page=2");
  expect(titles(second)).toEqual(["News 4", "News 3", "News 2", "News 1", "News 0"]);
  expect([second.includes('rel="prev" href="/updates"'), second.includes('rel="next"')]).toEqual([true, false]);
  const past = await page("/updates?page=3");
  expect([titles(past), past.includes("This page of results is empty.")]).toEqual([[], true]);
  const { text } = await feed();
  expect(text.match(/<entry>/g)).toHaveLength(25);
  expect(text).not.toContain("Unseen");
});

test("after the first pages, links continue by cursor without missing an update", async () => {
  const { id } = server.store.read.$client
    .query<{ id: number }, []>("SELECT id FROM listings WHERE slug = 'kelp'")
    .get()!;
  // Many updates have the same time.
  for (let i = 0; i < 200; i++) await post(id, `More ${i}`, new Date(testNow.getTime() - (i % 7) * 1000));
  const seen: string[] = [];
  const links: string[] = [];
  for (let path: string | undefined = "/updates"; path; ) {
    const text = await page(path);
    seen.push(...[...text.matchAll(/<li id="update-(\d+)"/g)].map(([, found]) => found!));
    path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
    if (path) links.push(path);
  }
  expect([seen.length, new Set(seen).size]).toEqual([225, 225]);
  expect(links.map((link) => link.replace(/=.*/, ""))).toEqual([
    ...Array(9).fill("/updates?page"),
    ...Array(2).fill("/updates?cursor"),
  ]);
});

test("the feed has an ETag, stable IDs and no characters that XML forbids", async () => {
  const { body } = await server.call("search_listings", { q: "kelp" });
  await post(body.items[0].id, "A\u0001B <b>&", new Date(testNow.getTime() + 60_000));
  const { response, text } = await feed();
  expect(text).toContain("<title>kelp: AB &lt;b&gt;&amp;</title>");
  expect(text).toContain(`<link rel="alternate" type="text/html" href="${server.url}/listings/kelp"/>`);
  expect(text).toMatch(/<id>http:\/\/localhost:\d+\/updates#update-\d+<\/id>/);
  const headers = { "if-none-match": response.headers.get("etag")! };
  expect((await fetch(`${server.url}/updates.atom`, { headers })).status).toBe(304);
});
