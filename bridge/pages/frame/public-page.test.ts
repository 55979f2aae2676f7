import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { changeStatus, statusBySlug } from "#db/queries/listings/listing-status.ts";
import { signUpAs, type Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

let server: TestServer;
let person: Visitor;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUpAs(server, "ada@example.org", "Ada Quill");
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const sharedTimes = {
  "/": 30,
  "/listings/tidepad": 60,
  "/listings/lumenroll/story": 60,
  "/updates": 60,
  "/categories": 60,
  "/categories/media": 60,
  "/leaderboards": 60,
  "/leaderboards/community-weekly": 30,
  "/launches": 60,
  "/launches/current": 30,
  "/awards": 300,
  "/founders": 60,
  "/founders/amara-okonjo": 60,
  "/blog": 300,
  "/blog/how-launch-weeks-work": 300,
};

describe.each(Object.entries(sharedTimes))("%s", (path, seconds) => {
  test("without a session: caches share the page, and its sign-in link returns to it", async () => {
    const response = await get(path);
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, `public, max-age=${seconds}`]);
    expect(response.headers.get("vary")).toContain("Cookie");
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get("content-security-policy")).toContain(
      "script-src 'self'; connect-src 'self'; img-src 'self'; form-action 'self'",
    );
    const page = await response.text();
    expect(page).not.toContain('method="post"');
    expect(page).toContain(`href="/sign-in?return_to=${encodeURIComponent(path)}"`);
    expect((await get(path, { "if-none-match": response.headers.get("etag")! })).status).toBe(304);
    // An invalid session cookie counts as no session.
    const stranger = await get(path, { cookie: `slipway=${"x".repeat(43)}` });
    expect([stranger.headers.get("cache-control"), await stranger.text()]).toEqual([
      `public, max-age=${seconds}`,
      page,
    ]);
  });

  test("with a session: the page has the person's name and must not be cached", async () => {
    const { status, headers, html } = await person.get(path);
    expect([status, headers.get("cache-control"), headers.get("etag")]).toEqual([200, "private, no-store", null]);
    expect(headers.get("vary")).toContain("Cookie");
    expect(html).toContain("<span>Ada Quill</span></button>");
    const heading = /<h1[^>]*>(?:<bdi>)?[^<]+</;
    expect(html).toMatch(heading);
    expect(heading.exec(html)![0]).toBe(heading.exec(await (await get(path)).text())![0]);
  });
});

const unknown = [
  ...["/categories/zzzzzzzz", "/categories/media?page=0", "/categories/__proto__", "/founders/nobody-at-all"],
  ...["/leaderboards/constructor", "/leaderboards/community-weekly?period=x", "/leaderboards/dr-top?period=2026"],
  ...["/launches/2026-W54", "/launches/soon", "/launches?from=x", "/awards?page=-1", "/blog/zzzzzzzz", "/blog?page=x"],
  ...["/leaderboards/nope.atom", "/founders/nobody.atom"],
];

test("404: the page links to a record with a similar name", async () => {
  for (const [path, near] of [
    ["/listings/tidepat", "/listings/tidepad"],
    ["/listings/lumenrol/story", "/listings/lumenroll/story"],
    ["/categories/medai", "/categories/media"],
    ["/founders/amara-okonj", "/founders/amara-okonjo"],
    ["/blog/how-launch-weeks-wrk", "/blog/how-launch-weeks-work"],
    ["/categories/medai.atom", "/categories/media"],
  ] as const)
    for (const page of [await get(path), await get(path, { cookie: cookieOf(person) })]) {
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.headers.get("cache-control")).toContain("no-store");
      const text = await page.text();
      expect(text).toContain(`<a href="${near}">`);
      expect(text).toContain('content="noindex"');
    }
  expect(await (await get("/leaderboards/nope")).text()).toContain(">Top products of the week</a>?");
  for (const path of [
    "/listings/zzzzzzzzzzzz",
    "/listings/%3Cscript%3E",
    "/updates?page=x",
    "/listings/stillup/story",
    ...unknown,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test("404: a suspended listing has no page and no story, and is not suggested", async () => {
  const set = (status: "suspended" | "live") =>
    server.store.write(async (tx) =>
      changeStatus(tx, (await statusBySlug(tx, 1, "lumenroll"))!, status, null, testNow),
    );
  await set("suspended");
  for (const path of ["/listings/lumenroll", "/listings/lumenroll/story"]) {
    const page = await get(path);
    expect([path, page.status]).toEqual([path, 404]);
    expect(await page.text()).not.toContain('href="/listings/lumenroll');
  }
  await set("live");
  expect((await get("/listings/lumenroll")).status).toBe(200);
});

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
