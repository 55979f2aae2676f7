import { afterAll, beforeAll, expect, test } from "bun:test";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The listings of a section, as its rows show them. */
function rowsOf(page: string, id: string) {
  const [section = ""] = page.slice(page.indexOf(`aria-labelledby="${id}"`)).split("</section>");
  return section
    .split('<li class="launch')
    .slice(1)
    .map((row) => ({
      rank: /Place <\/span>(\d+)/.exec(row)?.[1],
      path: /class="whole" href="([^"]+)"/.exec(row)![1],
      name: /<bdi>([^<]*)/.exec(row)![1],
      votes: /<strong>(\d+)/.exec(row)?.[1],
    }));
}

const front = async (headers: Record<string, string> = {}) => fetch(`${server.url}/`, { headers });

test("says what the site is, where an assistant connects, and what launches this week", async () => {
  const response = await front();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  const { body: site } = await server.call("get_site_info");
  expect(page).toContain("<h1>Week 47<");
  expect(page).toContain(site.tagline);
  expect(page).toContain(`>${server.url}/mcp</code>`);
  for (const path of ["/docs", "/sign-in", "/sign-up"]) expect(page).toContain(`href="${path}"`);
  const { items } = (await server.call("get_launch_week", { week: "current" })).body;
  expect(rowsOf(page, "standings")).toEqual(
    items.map(({ slug, name, votes }: any, i: number) => ({
      rank: `${i + 1}`,
      path: `/listings/${slug}`,
      name,
      votes: `${votes}`,
    })),
  );
});

test("names an icon, as every page does", async () => {
  for (const path of ["/", "/docs", "/sign-in", "/nowhere"]) {
    const page = await (await fetch(server.url + path)).text();
    const [, href] = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(page)!;
    const icon = await fetch(server.url + href);
    expect([path, icon.status, icon.headers.get("content-type")]).toEqual([path, 200, "image/svg+xml"]);
    expect(await icon.text()).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"');
  }
});

test("is for search engines, pages of the account are not", async () => {
  expect(await (await front()).text()).not.toContain("noindex");
  expect(await (await fetch(`${server.url}/docs`)).text()).not.toContain("noindex");
  expect(await (await fetch(`${server.url}/sign-in`)).text()).toContain('content="noindex"');
});

test("while nobody has launched this week: a large search and the latest launches, and no empty list", async () => {
  const store = emptyStore();
  const fresh = await startTestServer({ store });
  const page = async () => (await fetch(`${fresh.url}/`)).text();
  const siteId = await store.write((tx) => addSite(tx));
  const asked = 'class="find main-find"';
  expect(await page()).toContain("Nothing has launched here yet.");
  expect(await page()).toContain(asked);
  await store.write((tx) =>
    addListing(tx, siteId, "earlier", { launchWeek: "2026-W40", launchedAt: "2026-09-28T00:00:00.000Z" }),
  );
  const before = await page();
  expect([before.includes(asked), rowsOf(before, "launched").map(({ name }) => name)]).toEqual([true, ["earlier"]]);
  await store.write((tx) =>
    addListing(tx, siteId, "current", { launchWeek: "2026-W47", launchedAt: "2026-11-16T00:00:00.000Z" }),
  );
  const thisWeek = await page();
  expect(rowsOf(thisWeek, "standings").map(({ name }) => name)).toEqual(["current"]);
  expect(rowsOf(thisWeek, "launched").map(({ name }) => name)).toEqual(["earlier"]);
  expect(thisWeek).not.toContain(asked);
  await fresh.stop();
});
