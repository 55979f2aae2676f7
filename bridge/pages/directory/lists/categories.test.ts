import { expect, test } from "bun:test";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer } from "#test/support/server/harness.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

const page = async (path: string) => (await fetch(server.url + path)).text();
const named = (text: string) => [...text.matchAll(/class="whole" href="\/listings\/([^"]+)"/g)].map(([, slug]) => slug);

test("/categories shows the categories of list_categories with counts, subcategories after their parent", async () => {
  const { body } = await server.call("list_categories");
  const text = await page("/categories");
  for (const { slug, name, listing_count, parent } of body.items) {
    const link = new RegExp(`href="/categories/${slug}"[^>]*>(?:<bdi>)?${name}<[^\\d]+>${listing_count}<`);
    expect(text).toMatch(link);
    if (parent !== null)
      expect(text.indexOf(`/categories/${parent}"`)).toBeLessThan(text.indexOf(`/categories/${slug}"`));
  }
});

test("/categories/{slug} shows get_category and the listings of search_listings, sorted by votes", async () => {
  const { body: category } = await server.call("get_category", { slug: "media" });
  const { body: found } = await server.call("search_listings", { category: "media", sort: "votes" });
  const text = await page("/categories/media");
  expect(text).toContain(`<h1 dir="auto">${category.name}</h1>`);
  expect(text).toContain(category.description);
  expect(named(text)).toEqual(found.items.map(({ slug }: { slug: string }) => slug));
  expect(text).toContain(`<link rel="canonical" href="${server.url}/categories/media">`);
  expect(text).toContain('<a href="/categories" dir="auto">Categories</a>');
  expect(await page("/categories/video")).toContain('<a href="/categories/media" dir="auto">Media</a>');
});

test("search words and sort order filter the category, and links keep both", async () => {
  const { body } = await server.call("search_listings", { category: "media", q: "photo", sort: "newest" });
  const text = await page("/categories/media?q=photo&sort=newest");
  expect(named(text)).toEqual(body.items.map(({ slug }: { slug: string }) => slug));
  expect(text).toContain('value="photo"');
  expect(text).toContain('href="/categories/media?q=photo&amp;sort=newest" aria-current="true"');
  const none = await page("/categories/media?q=zzzzqqqq");
  expect(none).toContain("No products in this category match your search.");
});

test("a page after the last one links to the first and the previous page", async () => {
  const past = await page("/categories/developer-tools?page=50");
  expect([named(past), past.includes('href="/categories/developer-tools">Go to the first page')]).toEqual([[], true]);
  expect(past).toContain('rel="prev" href="/categories/developer-tools?page=49"');
  expect(past).not.toContain('rel="next"');
});

test("HTML in the query is shown as text", async () => {
  const text = await page(`/categories/media?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(text).toContain("&quot;&gt;&lt;script&gt;");
  expect(text).not.toContain("<script>");
});

test("a site without categories shows the empty state", async () => {
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  const fresh = await startTestServer({ store });
  expect(await (await fetch(`${fresh.url}/categories`)).text()).toContain("There are no categories yet.");
  await fresh.stop();
});
