import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { problems } from "#tools/core/errors/errors.ts";
import { byRoute } from "#tools/core/operations/define.ts";
import { tools } from "#tools/registry.ts";
import { fixtureTools } from "../support/fakes/fixture-tools.ts";
import { startTestServer, type TestServer } from "../support/server/harness.ts";
import { referenceCopies } from "./copy-reference.ts";

let server: TestServer;
let fixtures: TestServer;
let texts: Record<string, string>;
let fixtureTexts: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  fixtures = await startTestServer({ tools: fixtureTools });
  texts = await documentation(server);
  fixtureTexts = await documentation(fixtures);
});
afterAll(async () => {
  await server.stop();
  await fixtures.stop();
});

const root = join(import.meta.dir, "../..");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);
const article = (text: string, id: string) => text.slice(text.indexOf(`<article id="${id}"`)).split("</article>")[0]!;
const articleIn = (pages: Record<string, string>, id: string) =>
  article(Object.values(pages).find((text) => text.includes(`<article id="${id}"`))!, id);
const asText = (html: string) =>
  html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** Every page of the documentation by its path, as the menus name them, and two searches. */
async function documentation(from: TestServer): Promise<Record<string, string>> {
  const page = async (path: string) => (await fetch(from.url + path)).text();
  const menus = (await page("/docs")) + (await page("/docs/api"));
  const linked = all(menus, /href="(\/docs[^"#?]*)"/g).filter((path) => path !== "/docs/reference");
  const paths = [...new Set([...linked, "/docs/search?q=backup", "/docs/search?q=zzzz", "/docs/search"])];
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await page(path)] as const)));
}

describe("every page", () => {
  test("allows only its own stylesheets, module, images and search", async () => {
    for (const [path, text] of Object.entries(texts)) {
      const { headers } = await fetch(server.url + path);
      expect([path, headers.get("content-type")]).toEqual([path, "text/html; charset=utf-8"]);
      expect([path, headers.get("content-security-policy")]).toEqual([
        path,
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'",
      ]);
      expect(text).not.toMatch(
        /<script(?! type="module" src="\/assets\/slipway\.\w+\.js"><\/script>)|<style|\sstyle=|\son\w+=|javascript:|<img(?! src="\/assets\/docs-)|<iframe/i,
      );
    }
  });

  test("its stylesheets are named by their content and may be kept for good", async () => {
    const hrefs = new Set(Object.values(texts).flatMap((text) => all(text, /<link rel="stylesheet" href="([^"]+)"/g)));
    expect([...hrefs].map((href) => href.replace(/\.\w+\.css$/, ""))).toEqual(["/assets/slipway", "/assets/docs"]);
    for (const href of hrefs) {
      const response = await fetch(server.url + href);
      expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const css = await response.text();
      expect(css).toContain("prefers-color-scheme: dark");
      expect(css).not.toMatch(/url\(|@import/);
    }
  });

  test("an unchanged page is not sent again", async () => {
    for (const path of Object.keys(texts)) {
      const etag = (await fetch(server.url + path)).headers.get("etag")!;
      const again = await fetch(server.url + path, { headers: { "if-none-match": etag } });
      expect([path, again.status]).toEqual([path, 304]);
    }
  });

  test("every id is there once, and every link within the documentation leads to one", () => {
    for (const pages of [texts, fixtureTexts]) {
      const ids = Object.fromEntries(Object.entries(pages).map(([path, text]) => [path, all(text, /\sid="([^"]+)"/g)]));
      for (const [path, text] of Object.entries(pages)) {
        const own = ids[path]!;
        expect([path, own.filter((id, i) => own.indexOf(id) !== i)]).toEqual([path, []]);
        expect([path, all(text, /aria-labelledby="([^"]+)"/g).filter((id) => !own.includes(id))]).toEqual([path, []]);
        const broken = all(text, /href="((?:\/docs[^"?.]*)?#[^"]+)"/g).filter((href) => {
          const [target, id] = href.split("#");
          return !ids[target || path]?.includes(decodeURIComponent(id!));
        });
        expect([path, broken]).toEqual([path, []]);
        const missing = all(text, /href="(\/docs[^"#?.]*)["#?]/g).filter(
          (href) => !ids[href] && href !== "/docs/reference",
        );
        expect([path, missing]).toEqual([path, []]);
      }
    }
  });

  test("has landmarks, one h1, a way past the navigation, and headings without gaps", () => {
    for (const [path, text] of Object.entries(texts)) {
      for (const landmark of [
        '<header class="top"',
        '<nav class="side contents" aria-label=',
        '<main id="main" tabindex="-1">',
        "<footer",
      ])
        expect([path, landmark, text.split(landmark).length]).toEqual([path, landmark, 2]);
      expect(text.indexOf('href="#main"')).toBeLessThan(text.indexOf("<nav"));
      const levels = all(text, /<h([1-6])/g).map(Number);
      expect([path, levels.filter((level) => level === 1).length]).toEqual([path, 1]);
      expect([path, levels.filter((level, i) => i > 0 && level > levels[i - 1]! + 1)]).toEqual([path, []]);
    }
    const ofApi = Object.entries(texts).flatMap(([path, text]) =>
      /^\/docs\/(api$|api\/|problems)/.test(path) ? text : [],
    );
    const tables = ofApi.flatMap((text) => all(text, /<table role="table">([\s\S]*?)<\/table>/g));
    expect(tables.length).toBeGreaterThan(3);
    for (const table of tables) expect(table).toMatch(/<caption>.+<\/caption>[\s\S]*scope="col"[\s\S]*scope="row"/);
  });

  test("marks itself in the menu, and leads to the pages before and after it", () => {
    const chain: string[] = [];
    const first = Object.keys(texts).find((path) => path !== "/docs")!;
    for (let path = first; path; path = all(texts[path]!, /<a rel="next" href="([^"]+)"/g)[0]!) {
      chain.push(path);
      expect([path, all(texts[path]!, /<a href="([^"]+)" aria-current="page"/g)]).toEqual([path, [path]]);
    }
    const others = Object.keys(texts).filter((path) => path !== "/docs" && !path.startsWith("/docs/search"));
    expect(chain.toSorted()).toEqual(others.toSorted());
  });

  test("is in the sitemap with a title and a description of its own; searches are not", async () => {
    const listed = all(await (await fetch(`${server.url}/sitemaps/pages.xml`)).text(), /<loc>([^<]+)/g);
    const isSearch = (path: string) => path.startsWith("/docs/search");
    const own = Object.keys(texts).filter((path) => !isSearch(path));
    expect(listed.filter((url) => url.includes("/docs")).sort()).toEqual(own.map((path) => server.url + path).sort());
    for (const pattern of [/<title>([^<]+)/g, /<meta name="description" content="([^"]+)"/g]) {
      const found = own.map((path) => all(texts[path]!, pattern)[0]);
      expect(new Set(found).size).toBe(own.length);
    }
    for (const [path, text] of Object.entries(texts))
      expect([path, text.includes('name="robots" content="noindex"')]).toEqual([path, isSearch(path)]);
  });
});

describe("the documents", () => {
  test("every file in docs/ is a page, with its headings as anchors", async () => {
    for (const file of readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))) {
      const text = texts[`/docs/${file.replace(".md", "")}`];
      expect([file, text !== undefined]).toEqual([file, true]);
      const markdown = (await Bun.file(join(root, "docs", file)).text()).replace(/^ *```[\s\S]*?^ *```/gm, "");
      const headings = all(markdown, /^#{2,6} (.+)$/gm).map((heading) => heading.replace(/[`*]/g, "").toLowerCase());
      const anchors = headings.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-"));
      expect([file, all(text!, /<h[2-6] id="([^"]+)"/g).map((id) => id.replace(/-\d+$/, ""))]).toEqual([
        file,
        anchors.map((id) => id.replace(/-\d+$/, "")),
      ]);
    }
  });

  test("as Markdown: the file, with links that work from anywhere", async () => {
    const response = await fetch(`${server.url}/docs/testing`, { headers: { accept: "text/markdown" } });
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const file = await Bun.file(join(root, "docs/testing.md")).text();
    const text = await response.text();
    expect(text.split("\n")[0]).toBe(file.split("\n")[0]!);
    expect(text).not.toMatch(/\]\((?!https?:|mailto:|#)/);
  });

  test("pictures are served with the type of their content", async () => {
    const paths = Object.values(texts).flatMap((text) => all(text, /<img src="([^"]+)"/g));
    for (const path of new Set(paths)) {
      const { status, headers } = await fetch(server.url + path);
      expect([path, status, headers.get("content-type")?.startsWith("image/")]).toEqual([path, 200, true]);
    }
  });
});

describe("the search", () => {
  const hits = async (query: string) => {
    const text = await (await fetch(`${server.url}/docs/search?${new URLSearchParams({ q: query })}`)).text();
    return { text, hrefs: all(text, /<h2><a href="([^"]+)"/g) };
  };

  test("finds sections of documents, operations and problems by words in any form, the best first", async () => {
    expect((await hits("nightly tests")).hrefs[0]).toStartWith("/docs/testing");
    expect((await hits("comparing listing")).hrefs[0]).toBe("/docs/api/listings#compare_listings");
    expect((await hits("rate_limited")).hrefs[0]).toBe("/docs/problems#rate_limited");
    const { text, hrefs } = await hits("how do I search listings?");
    expect(hrefs).toContain("/docs/api/listings#search_listings");
    expect(text).toContain("<mark>");
    expect(hrefs.length).toBeLessThanOrEqual(20);
  });

  test("without a match or a word: a sentence and a way on", async () => {
    expect((await hits("zzzz")).text).toContain("No section matches “zzzz”.");
    expect((await hits(" ")).text).toContain("Enter a word");
    expect((await hits("<b>x</b>")).text).toContain("“&lt;b&gt;x&lt;/b&gt;”");
  });
});

describe("the interactive reference", () => {
  test("its files are those of the pinned package (`npx -y bun run reference-asset` copies them)", async () => {
    for (const [path, made] of Object.entries(await referenceCopies())) {
      const stored = await Bun.file(join(root, path)).bytes();
      const plain = (bytes: Uint8Array<ArrayBuffer>) => Bun.hash(path.endsWith(".gz") ? Bun.gunzipSync(bytes) : bytes);
      expect([path, plain(stored)]).toEqual([path, plain(made)]);
    }
  });

  test("has a policy of its own and loads its own files only, with and without compression", async () => {
    const response = await fetch(`${server.url}/docs/reference`);
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const text = await response.text();
    const paths = all(text, /(?:src|rel="stylesheet" href)="([^"]+)"/g);
    expect(paths.map((path) => path.replace(/\.\w+\.(\w+)$/, ".$1"))).toEqual([
      "/assets/reference.css",
      "/assets/docs-scalar.js",
      "/assets/reference.js",
    ]);
    expect(text).not.toMatch(/https?:\/\/|<script>|<style/);
    const sizes = await Promise.all(
      ["gzip", "identity"].map(async (encoding) => {
        const bundle = await fetch(server.url + paths[1]!, {
          headers: { "accept-encoding": encoding },
          decompress: false,
        } as RequestInit);
        expect(bundle.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        return [bundle.headers.get("content-encoding"), (await bundle.bytes()).length];
      }),
    );
    expect(sizes[0]![0]).toBe("gzip");
    expect(sizes[0]![1]).toBeLessThan(1_300_000);
    expect(sizes[1]).toEqual([
      null,
      Bun.file(join(root, "node_modules/@scalar/api-reference/dist/browser/standalone.js")).size,
    ]);
  });
});

describe("the pages of the API", () => {
  test("every operation with its path", async () => {
    for (const { name, rest, title } of tools) {
      const section = articleIn(texts, name);
      expect(section).toContain(`>${title}</a></h2>`);
      expect(section).toContain(`${rest.method}</span> <code>${rest.path}</code>`);
      expect(section).toContain("curl ");
    }
  });

  test("every problem code, where the type of a problem points", async () => {
    const { type } = (await (await server.get("/nowhere")).json()) as { type: string };
    expect(type).toBe(`${server.url}/docs/problems#not_found`);
    const text = texts["/docs/problems"]!;
    for (const [code, { status, advice }] of Object.entries(problems)) {
      const row = text.slice(text.indexOf(`<tr role="row" id="${code}"`)).split("</tr>")[0];
      expect(row).toContain(`<code>${code}</code>`);
      expect(row).toContain(`>${status}</td>`);
      expect(row).toContain(advice.replaceAll("'", "&#39;"));
    }
  });

  test("what the first example is answered with", async () => {
    const section = articleIn(texts, "get_site_info");
    const [path] = all(section, /<a href="([^"]+)">Example/g);
    const told = (await (await fetch(server.url + path)).json()) as { base_url: string };
    expect(Object.keys(told)).toEqual(Object.keys((await (await server.get("/site")).json()) as object));
    expect(told.base_url).toBe(server.url);
  });

  test("an example of an answer for every operation, as JSON that caches may keep", async () => {
    const paths = Object.values(texts).flatMap((text) => all(text, /<a href="([^"]+)">Example/g));
    expect(paths).toHaveLength(tools.flatMap(byRoute).length);
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

  test("parameters, where they go and what they are", () => {
    const rowsOf = (id: string) =>
      all(articleIn(fixtureTexts, id), /<tr role="row">(.*?)<\/tr>/gs).map((row) =>
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
    const [shown] = all(articleIn(fixtureTexts, "put_note"), /<pre[^>]*><code>([\s\S]*?)<\/code>/g);
    const child = Bun.spawn(["sh", "-c", `curl() { printf '%s\\n' "$@"; }\n${asText(shown!)}`]);
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

  test("scopes, and that an operation is public", () => {
    const [secret, numbers] = ["get_secret", "list_numbers"].map((name) => articleIn(fixtureTexts, name));
    expect(secret).toContain("Required scope: <code>account:read</code>");
    expect(secret).toContain("-H &#39;Authorization: Bearer lk_…&#39;");
    expect(numbers).toContain("No sign-in required.");
    expect(numbers).toContain("numbers?ids=3,1&amp;per_page=2");
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
    const pages = await documentation(own);
    await own.stop();
    const text = Object.values(pages).join("\n");
    expect(text).toContain("&lt;b&gt;&quot;&amp;&#39;");
    expect(text).toContain(
      '<code>&lt;i&gt;</code> &lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt; <a href="/docs/api/-u-#put_note">put_note</a>',
    );
    expect(text).not.toMatch(/<[biu]>|<script(?! type="module" src)/);
  });
});
