import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { problems } from "#tools/core/errors/errors.ts";
import { tools } from "#tools/registry.ts";
import { fixtureTools } from "../support/fakes/fixture-tools.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";

let server: TestServer;
let fixtures: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  fixtures = await startTestServer({ tools: fixtureTools });
});
afterAll(async () => {
  await server.stop();
  await fixtures.stop();
});

const page = async (from: TestServer) => (await fetch(`${from.url}/docs`)).text();
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);
const article = (text: string, id: string) => text.slice(text.indexOf(`<article id="${id}"`)).split("</article>")[0]!;

describe("the page", () => {
  test("allows nothing but its own stylesheets, module, images and search", async () => {
    const response = await fetch(`${server.url}/docs`);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(await response.text()).not.toMatch(
      /<script(?! type="module" src="\/assets\/slipway\.\w+\.js"><\/script>)|<style|\sstyle=|\son\w+=|javascript:|<img|<iframe/i,
    );
  });

  test("its stylesheets are named by their content and may be kept for good", async () => {
    const hrefs = all(await page(server), /<link rel="stylesheet" href="([^"]+)"/g);
    expect(hrefs.map((href) => href.replace(/\.\w+\.css$/, ""))).toEqual(["/assets/slipway", "/assets/docs"]);
    for (const href of hrefs) {
      const response = await fetch(server.url + href);
      expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const css = await response.text();
      expect(css).toContain("prefers-color-scheme: dark");
      expect(css).not.toMatch(/url\(|@import/);
    }
  });

  test("is not sent again to whom has it", async () => {
    const etag = (await fetch(`${server.url}/docs`)).headers.get("etag")!;
    expect((await fetch(`${server.url}/docs`, { headers: { "if-none-match": etag } })).status).toBe(304);
  });

  test("every id is there once, and every link inside the page leads to one", async () => {
    for (const from of [server, fixtures]) {
      const text = await page(from);
      const ids = all(text, /\sid="([^"]+)"/g);
      expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
      expect(all(text, /href="#([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([]);
      expect(all(text, /aria-labelledby="([^"]+)"/g).filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  test("has landmarks, one h1, a way past the navigation, and headings without gaps", async () => {
    const text = await page(server);
    for (const landmark of [
      "<header",
      '<nav class="side contents" aria-label=',
      '<main id="main" tabindex="-1">',
      "<footer",
    ])
      expect(text.split(landmark).length).toBe(2);
    expect(text.indexOf('href="#main"')).toBeLessThan(text.indexOf("<nav"));
    const levels = all(text, /<h([1-6])/g).map(Number);
    expect(levels.filter((level) => level === 1).length).toBe(1);
    expect(levels.filter((level, i) => i > 0 && level > levels[i - 1]! + 1)).toEqual([]);
    const tables = all(text, /<table role="table">([\s\S]*?)<\/table>/g);
    expect(tables.length).toBeGreaterThan(3);
    for (const table of tables) expect(table).toMatch(/<caption>.+<\/caption>[\s\S]*scope="col"[\s\S]*scope="row"/);
  });
});

describe("what it tells", () => {
  test("every operation with its path", async () => {
    const text = await page(server);
    for (const { name, rest, title } of tools) {
      const section = article(text, name);
      expect(section).toContain(`>${title}</a></h3>`);
      expect(section).toContain(`${rest.method}</span> <code>${rest.path}</code>`);
      expect(section).toContain("curl ");
    }
  });

  test("every problem code, where the type of a problem points", async () => {
    const text = await page(server);
    const { type } = (await (await server.get("/nowhere")).json()) as { type: string };
    expect(type).toBe(`${server.url}/docs#not_found`);
    for (const [code, { status, advice }] of Object.entries(problems)) {
      const row = text.slice(text.indexOf(`<tr role="row" id="${code}"`)).split("</tr>")[0];
      expect(row).toContain(`<code>${code}</code>`);
      expect(row).toContain(`>${status}</td>`);
      expect(row).toContain(advice.replaceAll("'", "&#39;"));
    }
  });

  test("what the first example is answered with", async () => {
    const section = article(await page(server), "get_site_info");
    const [path] = all(section, /<a href="([^"]+)">Example/g);
    const told = (await (await fetch(server.url + path)).json()) as { base_url: string };
    expect(Object.keys(told)).toEqual(Object.keys((await (await server.get("/site")).json()) as object));
    expect(told.base_url).toBe(server.url);
  });

  test("an example of an answer for every operation, as JSON that caches may keep", async () => {
    const paths = all(await page(server), /<a href="([^"]+)">Example/g);
    expect(paths).toHaveLength(tools.length);
    for (const path of paths) {
      const { status, headers } = await fetch(server.url + path);
      expect([path, status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        path,
        200,
        "application/json",
        "public, max-age=300",
      ]);
    }
  });

  test("parameters, where they go and what they are", async () => {
    const text = await page(fixtures);
    const rowsOf = (id: string) =>
      all(article(text, id), /<tr role="row">(.*?)<\/tr>/gs).map((row) =>
        row.replace(/<[^>]+>/g, "|").replace(/\|+/g, "|"),
      );
    const rows = rowsOf("put_note");
    expect(rows[1]).toContain("|note_id| |path|integer, at least 1|yes|none|Number of the note|");
    expect(rows[2]).toContain("|title| |body|string, 1 to 20 characters|yes|none|");
    expect(rows[3]).toContain("|tags| |body|list of strings, each at most 10 characters, at most 3 items|no|[]|");
    expect(rows[4]).toContain("|author| |body|object|no|none|");
    expect(rows[4]).toContain("|name| |string|");
    expect(rowsOf("send_note")[2]).toContain("|Idempotency-Key| |header|string, 1 to 255 characters|no|none|");
  });

  test("a request that can be pasted into a shell as it stands", async () => {
    const text = article(await page(fixtures), "put_note");
    const [shown] = all(text, /<pre[^>]*><code>([\s\S]*?)<\/code>/g);
    const command = shown!
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    const child = Bun.spawn(["sh", "-c", `curl() { printf '%s\\n' "$@"; }\n${command}`]);
    expect((await new Response(child.stdout).text()).split("\n")).toEqual([
      "-X",
      "PUT",
      `${fixtures.url}/api/v1/notes/7`,
      "-H",
      "Content-Type: application/json",
      "-d",
      '{"title":"It\'s <here>","tags":["a","b"]}',
      "",
    ]);
  });

  test("scopes, and that an operation is public", async () => {
    const text = await page(fixtures);
    expect(article(text, "get_secret")).toContain("Needs <code>account:read</code>");
    expect(article(text, "get_secret")).toContain("-H &#39;Authorization: Bearer lk_…&#39;");
    expect(article(text, "list_numbers")).toContain("Public.");
    expect(article(text, "list_numbers")).toContain("numbers?ids=3,1&amp;per_page=2");
  });

  test("text of a declaration is never markup", async () => {
    const [tool] = fixtureTools;
    const hostile = {
      ...tool!,
      title: `<b>"&'`,
      description: "`<i>` </p><script>alert(1)</script> put_note",
      family: "<u>",
    };
    const own = await startTestServer({ tools: [hostile] });
    const text = await page(own);
    await own.stop();
    expect(text).toContain("&lt;b&gt;&quot;&amp;&#39;");
    expect(text).toContain(
      '<code>&lt;i&gt;</code> &lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; <a href="#put_note">put_note</a>',
    );
    expect(text).not.toMatch(/<[biu]>|<script(?! type="module" src)/);
  });
});
