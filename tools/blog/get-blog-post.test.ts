import { afterAll, beforeAll, expect, test } from "bun:test";
import { boards } from "#db/schema/vocabulary.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test("200: a post with its body as HTML and Markdown", async () => {
  const [card] = (await server.call("list_blog_posts", { q: "checklist one page" })).body.items;
  const { status, body } = await server.call("get_blog_post", { slug: "launch-checklist" });
  expect(status).toBe(200);
  expect(body).toMatchObject(card);
  expect(body.body_markdown).toContain("## One week before\n");
  expect(body.body_html).toContain("<h2>One week before</h2>");
  expect(body.body_html).toContain('<a href="/blog/the-badge-explained">the badge explained</a>');
});

test("the Markdown has whole URLs, so that assistants can cite the pages of products", async () => {
  const { text } = await server.mcp("get_blog_post", { slug: "photo-tools-compared" });
  const [, page] = /\[Framevault\]\((.*?)\)/.exec(text)!;
  expect([page, (await fetch(page!)).status]).toEqual([`${server.url}/listings/framevault`, 200]);
});

test("scripts in a post are not in its HTML", async () => {
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE posts SET body_markdown = ? WHERE slug = 'photo-tools-compared'", [
      "Hello<script>alert(1)</script> <b onclick=alert(1)>you</b> [there](javascript:alert(1))",
    ]),
  );
  const { body_html } = (await server.call("get_blog_post", { slug: "photo-tools-compared" })).body;
  expect(body_html).toBe("<p>Hello you <a>there</a></p>");
});

test("404: an unknown post, with the list as next action", async () => {
  const { status, body } = await server.call("get_blog_post", { slug: "no-such-post" });
  expect(status).toBe(404);
  expect(body).toMatchObject({
    code: "not_found",
    next_actions: [{ tool: "list_blog_posts", arguments: { q: "no such post" } }],
  });
});

test("404: a post of another site", async () => {
  expect((await server.call("get_blog_post", { slug: "four-uptime-monitors" })).status).toBe(404);
});

test("422: an invalid slug", async () => {
  expect((await server.call("get_blog_post", { slug: "../secrets" })).status).toBe(422);
});

test("links in the demo posts lead to existing pages", async () => {
  const broken: string[] = [];
  let checked = 0;
  for (const host of ["localhost", "dev.localhost"]) {
    const read = (path: string) => server.get(path, { headers: { host } });
    const isThere = async (link: string) => {
      const [, kind, id] = link.split("/");
      if (kind === "leaderboards") return boards.some((board) => board === id);
      if (["listings", "categories", "founders", "blog"].includes(kind!)) return (await read(link)).ok;
      return link === "/updates";
    };
    const { items } = (await (await read("/blog?per_page=100")).json()) as any;
    for (const { slug } of items) {
      const { body_html } = (await (await read(`/blog/${slug}`)).json()) as any;
      for (const [, link] of body_html.matchAll(/href="(\/[^"]*)"/g)) {
        if (!(await isThere(link))) broken.push(`${slug}: ${link}`);
        checked++;
      }
    }
  }
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThan(10);
});

test("links to other hosts stay as they are", async () => {
  await server.store.write(async (tx) =>
    tx.$client.run("UPDATE posts SET body_markdown = '[a](//else.example) [b](/b)' WHERE slug = 'launch-checklist'"),
  );
  const { body_markdown } = (await server.call("get_blog_post", { slug: "launch-checklist" })).body;
  expect(body_markdown).toBe(`[a](//else.example) [b](${server.url}/b)`);
});
