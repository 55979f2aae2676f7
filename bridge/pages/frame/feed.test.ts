import { expect, test } from "bun:test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { useTestServer } from "#test/support/server/use-test-server.ts";
import { feedPath } from "./feed.ts";

const server = useTestServer();

const feeds: [page: string, operation: string, input: object, pick: (body: any) => string[]][] = [
  ["/categories/media", "search_listings", { category: "media", sort: "newest", per_page: 50 }, names],
  ["/search?q=backup", "search_listings", { q: "backup", sort: "newest", per_page: 50 }, names],
  ["/listings/lumenroll", "get_listing", { slug: "lumenroll" }, updatesOf],
  ["/leaderboards/community-weekly", "get_leaderboard", { board: "community-weekly", per_page: 50 }, ranked],
  ["/launches/current", "get_launch_week", { week: "current" }, names],
  ["/launches", "list_launches", { per_section: 24 }, ({ sections }) => names(sections[2])],
  ["/awards", "list_awards", { per_page: 50 }, ranked],
  ["/blog", "list_blog_posts", { per_page: 50 }, ({ items }) => items.map(({ title }: any) => title)],
];
function names({ items }: any): string[] {
  return items.map(({ name }: any) => name);
}
function updatesOf({ name, updates }: any): string[] {
  return updates.map(({ title }: any) => `${name}: ${title}`);
}
function ranked({ items }: any): string[] {
  return items.map(({ listing, label }: any) => (label ? `${label}: ${listing.name}` : listing.name));
}
const titles = (text: string) =>
  [...text.matchAll(/<entry>\n<id>[^<]+<\/id>\n<title>([^<]*)</g)].map(([, title]) => title!.replaceAll("&#39;", "'"));

test.each(feeds)(
  "%s.atom has the items of its operation and an ETag, and its page links to it",
  async (path, operation, input, pick) => {
    const response = await fetch(server.url + feedPath(path));
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "application/atom+xml; charset=utf-8",
    ]);
    const text = await response.text();
    const { body } = await server.call(operation, input as Record<string, unknown>);
    expect(titles(text)).toEqual(pick(body));
    expect(XMLValidator.validate(text)).toBe(true);
    const { feed } = new XMLParser({ isArray: (name) => name === "entry" }).parse(text);
    expect(feed.entry.map(({ title }: { title: unknown }) => String(title))).toHaveLength(pick(body).length);
    expect(titles(text).length).toBeGreaterThan(0);
    const [, self] = /<link rel="self" [^>]*href="([^"]+)"/.exec(text)!;
    const page = await (await fetch(server.url + path)).text();
    const [, linked] = /<link rel="alternate" type="application\/atom\+xml" [^>]*href="([^"]+)"/.exec(page)!;
    expect(self).toBe(server.url + linked);
    expect(await (await fetch(self!)).text()).toBe(text);
    const headers = { "if-none-match": response.headers.get("etag")! };
    expect((await fetch(server.url + feedPath(path), { headers })).status).toBe(304);
  },
);

const allOf = (text: string, part: RegExp) => [...text.matchAll(part)].map(([, found]) => found!);

test("categories, founders and leaderboards have feeds, and their pages link to them", async () => {
  for (const path of ["/categories", "/founders", "/leaderboards", "/founders/amara-okonjo"]) {
    const response = await fetch(`${server.url}${path}.atom`);
    expect([path, response.status]).toEqual([path, 200]);
    const text = await response.text();
    expect(XMLValidator.validate(text)).toBe(true);
    const entries = allOf(text, /<link rel="alternate" type="text\/html" href="([^"]+)"/g).slice(1);
    expect([path, entries.length > 0]).toEqual([path, true]);
    for (const entry of entries.slice(0, 3)) expect([entry, (await fetch(entry)).status]).toEqual([entry, 200]);
    expect(new Set(allOf(text, /<id>([^<]+)</g)).size).toBe(allOf(text, /<id>([^<]+)</g).length);
    const page = await (await fetch(server.url + path)).text();
    expect(page).toContain(`type="application/atom+xml" title="`);
    expect(page).toContain(`href="${path}.atom"`);
  }
  const times = allOf(await (await fetch(`${server.url}/categories.atom`)).text(), /<published>([^<]+)</g);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("a feed keeps the filters of its page", async () => {
  const { body } = await server.call("list_blog_posts", { tag: "launching" });
  const text = await (await fetch(`${server.url}/blog.atom?tag=launching`)).text();
  expect(titles(text)).toEqual(body.items.map(({ title }: any) => title));
  expect(text).toContain(`<id>${server.url}/blog?tag=launching</id>`);
  const months = await (await fetch(`${server.url}/awards.atom?kind=month`)).text();
  expect(months).toContain("<updated>2026-11-01T00:00:00.000Z</updated>");
});

test("a feed has the time of its latest entry, even if it is not the first", async () => {
  const text = await (await fetch(`${server.url}/categories/media.atom`)).text();
  const times = [...text.matchAll(/<updated>([^<]+)</g)].map(([, time]) => time!);
  expect(times[0]).toBe(times.slice(1).toSorted().at(-1)!);
});

test("a feed is the same with a session cookie and may be cached", async () => {
  const shared = await fetch(`${server.url}/launches.atom`, { headers: { cookie: "slipway=x" } });
  expect(shared.headers.get("cache-control")).toBe("public, max-age=300");
});
