import { expect, test } from "bun:test";
import { signUpAs } from "#test/support/clients/visitor.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";
import listCategories from "#tools/categories/list-categories.ts";
import type { AnyTool } from "#tools/core/operations/define.ts";
import getLaunchWeek from "#tools/launches/get-launch-week.ts";
import listLaunches from "#tools/launches/list-launches.ts";
import getLeaderboard from "#tools/leaderboards/get-leaderboard.ts";
import getBadges from "#tools/listings/public/get-badges.ts";
import getListing from "#tools/listings/public/get-listing.ts";
import listProducts from "#tools/orders/list-products.ts";
import getAlternatives from "#tools/search/get-alternatives.ts";
import searchListings from "#tools/search/search-listings.ts";

const server = useTestServer();

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const markdown = { accept: "text/markdown" };

test("a page is the text responses of its operations, and caches may share it", async () => {
  const listing = getListing.text((await server.call("get_listing", { slug: "lumenroll" })).body);
  const badges = getBadges.text((await server.call("get_badges", { slug: "lumenroll" })).body);
  const textOf = async (tool: AnyTool, input: Record<string, unknown>) =>
    tool.text((await server.call(tool.name, input)).body);
  const others = await textOf(getAlternatives, { slug: "lumenroll", limit: 4 });
  const home = [
    await textOf(getLaunchWeek, { week: "current" }),
    await textOf(listLaunches, { per_section: 5 }),
    await textOf(searchListings, { sort: "newest", per_page: 18 }),
    await textOf(getLeaderboard, { board: "billboard", per_page: 3 }),
    await textOf(listCategories, { per_page: 100 }),
    await textOf(listProducts, {}),
  ];
  for (const [path, text, maxAge] of [
    ["/listings/lumenroll", `${[listing, badges, others].join("\n\n")}\n`, 60],
    ["/", `${home.join("\n\n")}\n`, 30],
  ] as const) {
    const response = await get(path, markdown);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe(`public, max-age=${maxAge}`);
    expect(response.headers.get("link")).toBe(`<${server.url}${path}>; rel="canonical"`);
    const again = await get(path, { ...markdown, "if-none-match": response.headers.get("etag")! });
    expect(again.status).toBe(304);
    const head = await fetch(server.url + path, { method: "HEAD", headers: markdown });
    expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
      200,
      "text/markdown; charset=utf-8",
      "",
    ]);
  }
});

test("a story and the updates are complete", async () => {
  const updates = await (await get("/updates", markdown)).text();
  expect(updates).toStartWith("# What's new\n\n## ");
  expect(updates).toContain(`${server.url}/listings/`);

  const text = await (await get("/listings/lumenroll/story", markdown)).text();
  expect(text).toStartWith("# ");
  expect(text).toContain("\n## How it started\n");
  expect(text).toContain(`: ${server.url}/listings/lumenroll\n`);
});

test("only clients that name text/markdown and rank it no lower than HTML get it; caches store both separately", async () => {
  const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  const types = {
    "text/markdown": "markdown",
    "text/markdown, text/html, */*": "markdown",
    "text/html;q=0.9, text/markdown": "markdown",
    "TEXT/MARKDOWN;q=0.3, */*;q=0.1": "markdown",
    "text/markdown;q=0.5, text/html": "html",
    "text/markdown;q=0, */*;q=0": "html",
    "text/*": "html",
    "*/*": "html",
    [browser]: "html",
  };
  for (const [accept, type] of Object.entries(types)) {
    const response = await get("/listings/tidepad", { accept });
    expect([accept, response.headers.get("content-type")]).toEqual([accept, `text/${type}; charset=utf-8`]);
    expect(response.headers.get("vary")!.split(", ")).toEqual(["Accept", "Cookie", "Host", "Accept-Encoding"]);
    await response.arrayBuffer();
  }
});

test("the response is the same with a session", async () => {
  const person = await signUpAs(server, "ada@example.org", "Ada Quill");
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await get("/listings/tidepad", { ...markdown, cookie });
  expect(await response.text()).toBe(await (await get("/listings/tidepad", markdown)).text());
  expect(response.headers.get("cache-control")).toBe("public, max-age=60");
});

test("404: the text suggests a similar slug", async () => {
  const response = await get("/listings/lumenrol", markdown);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/markdown; charset=utf-8"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toContain("lumenroll");
});

test("a page links to its Markdown and to llms.txt", async () => {
  const page = await (await get("/listings/tidepad")).text();
  expect(page).toContain(`<link rel="alternate" type="text/markdown" href="${server.url}/listings/tidepad">`);
  expect(page).toContain('<link rel="describedby" type="text/markdown" href="/llms.txt">');
});

test("the docs and the ranking page are available as Markdown", async () => {
  for (const [path, ...parts] of [
    ["/docs/api", "## Scopes", "- `search_listings`, `GET /listings`: ", "/openapi.json"],
    ["/ranking", "## Rules", "Each account has one vote", "Ed25519 signature", "/launches/2026-W46/ballots.json"],
  ] as const) {
    const response = await get(path, markdown);
    expect([path, response.headers.get("content-type")]).toEqual([path, "text/markdown; charset=utf-8"]);
    expect(response.headers.get("vary")).toContain("Accept");
    const text = await response.text();
    for (const part of parts) expect([path, text.includes(part)]).toEqual([path, true]);
    expect((await get(path, { accept: "text/html" })).headers.get("content-type")).toBe("text/html; charset=utf-8");
  }
});
