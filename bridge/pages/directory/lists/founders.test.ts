import { expect, test } from "bun:test";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

const page = async (path: string) => (await fetch(server.url + path)).text();
const slugs = (text: string, kind: string) =>
  [...text.matchAll(new RegExp(`class="whole" href="/${kind}/([^"]+)"`, "g"))].map(([, slug]) => slug);

test("/founders shows list_founders page by page and searches names", async () => {
  const { body } = await server.call("list_founders");
  const text = await page("/founders");
  expect(slugs(text, "founders")).toEqual(body.items.map(({ slug }: { slug: string }) => slug));
  expect(text).toContain('rel="next" href="/founders?page=2"');
  const { body: found } = await server.call("list_founders", { q: "okonjo" });
  expect(slugs(await page("/founders?q=okonjo"), "founders")).toEqual(found.items.map((item: any) => item.slug));
  expect(await page("/founders?q=zzzzzz")).toContain("No founders match this name.");
  expect(await page("/founders?page=900")).toContain("This page of results is empty.");
});

test("/founders/{slug} shows bio, links, interview, products and stories of get_founder", async () => {
  const { body } = await server.call("get_founder", { slug: "demo-founder" });
  const text = await page("/founders/demo-founder");
  const parts = [
    ...[`<h1 dir="auto">${body.name}</h1>`, body.bio, new URL(body.photo_url).pathname],
    ...Object.values(body.links).map((url) => `href="${url}" rel="nofollow noopener"`),
    ...body.interview.flatMap(({ question, answer }: any) => [question, answer.split("\n")[0]]),
    ...body.stories.map(
      ({ title, listing_slug }: any) => `<a href="/listings/${listing_slug}/story" dir="auto">${title}`,
    ),
  ];
  for (const each of parts) expect(text).toContain(each.replaceAll("'", "&#39;"));
  expect(slugs(text, "listings")).toEqual(body.companies.map(({ listing_slug }: any) => listing_slug));
});

test("a product that is only on another site links to its website", async () => {
  const text = await page("/founders/emil-dragomir");
  expect(slugs(text, "listings")).toEqual(["querynest"]);
  expect(text).toContain("<bdi>Regexaria</bdi></a>");
});

test("a listing links to its founders, categories and launch week", async () => {
  const { body } = await server.call("get_listing", { slug: "tidepad" });
  const text = await page("/listings/tidepad");
  for (const { slug } of body.founders) expect(text).toContain(`href="/founders/${slug}"`);
  for (const { slug } of body.categories) expect(text).toContain(`href="/categories/${slug}"`);
  expect(text).toContain(`href="/launches/${body.launch_week}"`);
});

test("a founder's texts are escaped in any length and script; without a photo the initial is shown", async () => {
  const attack = `"><script>alert(1)</script>`;
  const name = `עמרי ${"w".repeat(80)}`;
  await server.store.write(async (tx) =>
    tx.$client.run(
      "UPDATE founders SET name = ?1, bio = ?2, photo_hash = NULL, links = json_object(?2, 'javascript:alert(1)') WHERE slug = 'demo-founder'",
      [name, attack],
    ),
  );
  const text = await page("/founders/demo-founder");
  expect(text).toContain(`<h1 dir="auto">${name}</h1>`);
  expect(text).toContain("&lt;script&gt;");
  expect(text).not.toMatch(/<script>|href="javascript:/);
  expect(text).toContain(">ע</text>");
});
