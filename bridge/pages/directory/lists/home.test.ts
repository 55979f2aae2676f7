import { expect, test } from "bun:test";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer } from "#test/support/server/harness.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

function rowsOf(page: string, id: string) {
  const [section = ""] = page.slice(page.indexOf(`aria-labelledby="${id}"`)).split("</section>");
  return section
    .split('<li class="launch')
    .slice(1)
    .map((row) => ({
      rank: /Rank <\/span>(\d+)/.exec(row)?.[1],
      path: /class="whole" href="([^"]+)"/.exec(row)![1],
      name: /<bdi>([^<]*)/.exec(row)![1],
      votes: /<strong>(\d+)/.exec(row)?.[1],
    }));
}

const home = () => fetch(`${server.url}/`);

test("shows the tagline, the MCP URL and this week's ranking", async () => {
  const response = await home();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  const { body: site } = await server.call("get_site_info");
  expect(page).toContain("<h1>Week 47<");
  expect(page).toContain(site.tagline);
  expect(page).toContain(`>${server.url}/mcp</code>`);
  for (const path of ["/docs", "/sign-in", "/sign-up"]) expect(page).toContain(`href="${path}"`);
  const { items } = (await server.call("get_launch_week", { week: "current" })).body;
  expect(rowsOf(page, "ranking")).toEqual(
    items.map(({ slug, name, votes }: any, i: number) => ({
      rank: `${i + 1}`,
      path: `/listings/${slug}`,
      name,
      votes: `${votes}`,
    })),
  );
});

test("every page links to the icon", async () => {
  for (const path of ["/", "/docs", "/sign-in", "/nowhere"]) {
    const page = await (await fetch(server.url + path)).text();
    const [, href] = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(page)!;
    const icon = await fetch(server.url + href);
    expect([path, icon.status, icon.headers.get("content-type")]).toEqual([path, 200, "image/svg+xml"]);
    expect(await icon.text()).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"');
  }
});

test("search engines may index the home page and the docs, but not the sign-in page", async () => {
  expect(await (await home()).text()).not.toContain("noindex");
  expect(await (await fetch(`${server.url}/docs`)).text()).not.toContain("noindex");
  expect(await (await fetch(`${server.url}/sign-in`)).text()).toContain('content="noindex"');
});

test("a week without launches: a large search field and the latest launches instead of an empty ranking", async () => {
  const store = emptyStore();
  const fresh = await startTestServer({ store });
  const page = async () => (await fetch(`${fresh.url}/`)).text();
  const siteId = await store.write((tx) => addSite(tx));
  const largeSearch = 'class="find main-find"';
  expect(await page()).toContain("There are no launches yet.");
  expect(await page()).toContain(largeSearch);
  await store.write((tx) =>
    addListing(tx, siteId, "earlier", { launchWeek: "2026-W40", launchedAt: "2026-09-28T00:00:00.000Z" }),
  );
  const before = await page();
  expect([before.includes(largeSearch), rowsOf(before, "launched").map(({ name }) => name)]).toEqual([
    true,
    ["earlier"],
  ]);
  await store.write((tx) =>
    addListing(tx, siteId, "current", { launchWeek: "2026-W47", launchedAt: "2026-11-16T00:00:00.000Z" }),
  );
  const thisWeek = await page();
  expect(rowsOf(thisWeek, "ranking").map(({ name }) => name)).toEqual(["current"]);
  expect(rowsOf(thisWeek, "launched").map(({ name }) => name)).toEqual(["earlier"]);
  expect(thisWeek).not.toContain(largeSearch);
  await fresh.stop();
});
