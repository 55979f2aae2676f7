import { expect, test } from "bun:test";
import { saveCompany } from "#db/queries/listings/save-company.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, testNow } from "#test/support/server/harness.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

const get = async (path: string) => {
  const response = await fetch(server.url + path);
  return { status: response.status, text: await response.text() };
};
const found = (text: string) => [...text.matchAll(/class="whole" href="\/listings\/([^"]+)"/g)].map(([, slug]) => slug);

test("shows the results of search_listings and keeps words and filters in the form", async () => {
  const asked = { q: "photo", pricing: "open-source", sort: "votes" };
  const { body } = await server.call("search_listings", asked);
  const { status, text } = await get(`/search?${new URLSearchParams(asked)}`);
  expect(status).toBe(200);
  expect(found(text)).toEqual(body.items.map(({ slug }: any) => slug));
  expect(found(text).length).toBeGreaterThan(0);
  for (const kept of ['value="photo"', 'name="pricing" value="open-source"', 'name="sort" value="votes"'])
    expect(text).toContain(kept);
  expect(text).toContain('toolname="search_listings"');
  expect(text.match(/toolname=/g)).toHaveLength(1);
});

test("pasted text: control characters separate words, and long text is cut between characters", async () => {
  expect(found((await get("/search?q=photo%00%1bgallery")).text)).toEqual(
    found((await get("/search?q=photo+gallery")).text),
  );
  const { status, text } = await get(`/search?q=${"a".repeat(199)}${encodeURIComponent("🚀")}`);
  expect(status).toBe(200);
  expect(text).toContain(`value="${"a".repeat(199)}"`);
});

test("filters are links that add and remove themselves", async () => {
  const { facets } = (await server.call("search_listings", { facets: true })).body;
  const [{ value, count }] = facets.category;
  const all = await get("/search");
  expect(all.text).toMatch(new RegExp(`href="/search\\?category=${value}" rel="nofollow">[^<]+ <span>${count}<`));
  const narrowed = await get(`/search?category=${value}`);
  const { body } = await server.call("search_listings", { category: value });
  expect(found(narrowed.text)).toEqual(body.items.map(({ slug }: any) => slug));
  // Once among the filters, and once beside the button that opens them on a phone.
  expect(narrowed.text.match(/<a class="chip" href="\/search" aria-current="true"/g)).toHaveLength(2);
});

test("facts are filters, too: chips with counts, a price with its currency, and links without one filter", async () => {
  const store = emptyStore();
  const listed = await startTestServer({ store });
  await store.write(async (tx) => {
    const siteId = await addSite(tx);
    const plans = [{ name: "Pro", price: 900, currency: "EUR", per: "month" as const, free_limits: null, url: null }];
    const facts = { license: "MIT", selfHosted: "yes" as const, languages: ["de"], apiUrl: "https://a.example", plans };
    await addListing(tx, siteId, "one");
    await addListing(tx, siteId, "two");
    const company = { name: "two", url: "https://two.example", pricing: null, platforms: [], socials: {}, ...facts };
    await saveCompany(tx, company, testNow.toISOString());
  });
  const page = async (path: string) => {
    const response = await fetch(listed.url + path);
    return { status: response.status, text: await response.text() };
  };
  const { text } = await page("/search");
  for (const [path, label] of [
    ["license=MIT", "MIT <span>1</span>"],
    ["language=de", "German <span>1</span>"],
    ["self_hosted=yes", "Self-hosted <span>1</span>"],
    ["has_api=true", "API <span>1</span>"],
    ["price_max=1000&amp;currency=EUR", "Up to €10 a month"],
  ]) {
    expect(text).toContain(`href="/search?${path}" rel="nofollow">${label}</a>`);
    expect(found((await page(`/search?${path!.replace("&amp;", "&")}`)).text)).toEqual(["two"]);
  }
  const none = await page("/search?license=MIT&price_max=500&currency=EUR");
  expect(found(none.text)).toEqual([]);
  expect(none.text).toContain('<a href="/search?license=MIT" rel="nofollow">1 without the filter Price</a>');
  expect(none.text).toContain('name="price_max" value="500"');
  expect(none.text).toContain('aria-current="true" rel="nofollow">Up to €5 a month</a>');
  for (const wrong of ["license=nonsense", "price_max=-1", "price_max=x", "currency=EUR", "language=%22%3E%3Cimg%3E"]) {
    const { status, text } = await page(`/search?${wrong}`);
    expect([wrong, status, text.includes("<img>")]).toEqual([wrong, 404, false]);
  }
  const relaxed = await page("/search?q=two+under+1+euro");
  expect(relaxed.text).toContain("Left out: at most €1 a month (no good match states it).");
  await listed.stop();
});

test("pages link to the previous and next page; a page after the last one is empty", async () => {
  const first = await get("/search?sort=votes");
  expect(first.text).toContain('rel="next" href="/search?sort=votes&amp;page=2"');
  const second = await get("/search?sort=votes&page=2");
  expect(second.text).toContain('rel="prev" href="/search?sort=votes"');
  expect(found(second.text).filter((slug) => found(first.text).includes(slug))).toEqual([]);
  expect((await get("/search?page=50")).text).toContain("This page of results is empty.");
  expect((await get("/search?page=x")).status).toBe(404);
});

test("no results: the page says what to do, and the query is shown as text", async () => {
  const words = `zzz"><script>alert(1)</script>`;
  const { status, text } = await get(`/search?${new URLSearchParams({ q: words, tag: "sleep", platform: "CLI" })}`);
  expect(status).toBe(200);
  expect(text).toContain("No results. Try different words, clear the filters, or");
  expect(text).not.toMatch(/<script>alert/);
  const unknown = await get(`/search?${new URLSearchParams({ tag: `"><img src=x onerror=alert(1)>` })}`);
  expect(unknown.status).toBe(404);
  expect(unknown.text).not.toContain("<img src=x");
  expect((await get(`/search?q=${"w".repeat(5000)}`)).status).toBe(200);
});

test("compare shows facts side by side; too few or too many slugs show a search; an unknown slug is 404", async () => {
  const { body } = await server.call("compare_listings", { slugs: ["lumenroll", "framevault"] });
  const { text } = await get("/compare?slugs=lumenroll,framevault");
  for (const { label } of body.rows) expect(text).toContain(`<th scope="row">${label}</th>`);
  for (const { name } of body.items) expect(text).toContain(`<bdi>${name}</bdi></a>`);
  for (const slugs of ["", "lumenroll", "a,b,c,d,e,f"])
    expect((await get(`/compare?slugs=${slugs}`)).text).toContain('href="/search"');
  const missing = await get("/compare?slugs=lumenroll,no-such-thing");
  expect([missing.status, missing.text.includes("There is no listing &quot;no-such-thing&quot; here.")]).toEqual([
    404,
    true,
  ]);
});

test("names and headlines are escaped on home, search, compare and the listing", async () => {
  const store = emptyStore();
  const attacked = await startTestServer({ store });
  const siteId = await store.write((tx) => addSite(tx));
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  await store.write(async (tx) => {
    for (const slug of ["one", "two"])
      await addListing(tx, siteId, slug, { launchWeek: "2026-W47", launchedAt: "2026-11-16T00:00:00.000Z" });
    tx.$client.run("UPDATE companies SET name = ?", [evil]);
    tx.$client.run("UPDATE listings SET headline = ?", [`كيلب ${evil}`]);
  });
  for (const path of ["/", "/search", "/compare?slugs=one,two", "/listings/one"]) {
    const text = await (await fetch(attacked.url + path)).text();
    expect([path, text.includes("&lt;script&gt;"), /<script>|<img src=x/.test(text)]).toEqual([path, true, false]);
  }
  await attacked.stop();
});

test("compressed size: HTML below 30 kB, stylesheet below 15 kB, script below 10 kB", async () => {
  const size = async (path: string) => Bun.gzipSync(await (await fetch(server.url + path)).arrayBuffer()).byteLength;
  for (const path of ["/", "/search", "/listings/lumenroll", "/compare?slugs=lumenroll,framevault"])
    expect([path, (await size(path)) < 30_000]).toEqual([path, true]);
  const { text } = await get("/");
  expect(await size(/href="(\/assets\/slipway\.\w+\.css)"/.exec(text)![1]!)).toBeLessThan(15_000);
  expect(await size(/src="(\/assets\/slipway\.\w+\.js)"/.exec(text)![1]!)).toBeLessThan(10_000);
});

test("every custom property in the stylesheet is defined", async () => {
  const { text } = await get("/");
  const css = await (await fetch(server.url + /href="(\/assets\/slipway\.\w+\.css)"/.exec(text)![1]!)).text();
  const made = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name));
  expect([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name).filter((name) => !made.has(name))).toEqual([]);
});
