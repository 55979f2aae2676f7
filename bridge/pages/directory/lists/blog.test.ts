import { expect, test } from "bun:test";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer } from "#test/support/server/harness.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

const page = async (path: string) => (await fetch(server.url + path)).text();
const slugs = (text: string) => [...text.matchAll(/<h2 dir="auto"><a href="\/blog\/([^"]+)"/g)].map(([, slug]) => slug);
const slugsOf = (items: { slug: string }[]) => items.map(({ slug }) => slug);

test("/blog shows the posts of list_blog_posts: all, by words, by tag, by both", async () => {
  const asked: Record<string, string>[] = [{}, { q: "badge" }, { tag: "launching" }, { q: "week", tag: "launching" }];
  for (const query of asked) {
    const { body } = await server.call("list_blog_posts", query);
    const text = await page(`/blog?${new URLSearchParams(query)}`);
    expect([query, slugs(text)]).toEqual([query, slugsOf(body.items)]);
    expect(body.items.length).toBeGreaterThan(0);
  }
  expect(await page("/blog?q=week&tag=launching")).toContain('type="hidden" name="tag" value="launching"');
});

test("/blog/{slug} shows the post's HTML, author, date and tags", async () => {
  const { body } = await server.call("get_blog_post", { slug: "launch-checklist" });
  const text = await page("/blog/launch-checklist");
  for (const part of [body.title, body.body_html, body.author]) expect(text).toContain(part);
  expect(text).toContain(`<time datetime="${body.published_at}" title=`);
  for (const tag of body.tags) expect(text).toContain(`href="/blog?tag=${tag}"`);
});

test("scripts in a post or in the URL are shown as text, and the policy forbids scripts", async () => {
  const attack = "<script>alert(1)</script><img src=x onerror=alert(1)> [there](javascript:alert(1))";
  await server.store.write(async (tx) =>
    tx.$client.run(
      "UPDATE posts SET body_markdown = ?1, title = ?1, excerpt = ?1, author = ?1, tags = json_array(?1) WHERE slug = 'photo-tools-compared'",
      [attack],
    ),
  );
  for (const path of ["/blog/photo-tools-compared", "/blog", `/blog?tag=${encodeURIComponent(attack)}`]) {
    const response = await fetch(server.url + path);
    const text = await response.text();
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toMatch(/<script>|<img[^>]+onerror|href="javascript:/);
    expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'; style-src 'self';");
  }
});

test("no matching posts, an empty page and no posts each have an empty state", async () => {
  expect(await page("/blog?q=zzzzqqqq")).toContain('No matching posts. <a href="/blog">Show all posts</a>');
  expect(await page("/blog?page=70")).toContain("This page of results is empty.");
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  const fresh = await startTestServer({ store });
  expect(await (await fetch(`${fresh.url}/blog`)).text()).toContain("There are no posts yet.");
  await fresh.stop();
});
