import { afterAll, beforeAll, expect, test } from "bun:test";
import { emptyStore, startTestServer, type TestServer } from "../../../test/support/harness.ts";
import { addListing, addSite } from "../../../test/support/records.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const front = async (headers: Record<string, string> = {}) => fetch(`${server.url}/`, { headers });

test("says what the site is, where an assistant connects, and what launches this week", async () => {
  const response = await front();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  const { body: site } = await server.call("get_site_info");
  expect(page).toContain(`<h1>${site.name}</h1>`);
  expect(page).toContain(site.tagline);
  expect(page).toContain(`>${server.url}/mcp</code>`);
  for (const path of ["/docs", "/sign-in", "/sign-up"]) expect(page).toContain(`href="${path}"`);
  const { body } = await server.call("list_launches", { per_section: 8 });
  const [{ items }] = body.sections;
  const links = [...page.matchAll(/<a class="whole" href="([^"]+)"><strong>([^<]+)</g)];
  expect(links.map(([, path, name]) => ({ path, name }))).toEqual(
    items.map(({ slug, name }: { slug: string; name: string }) => ({ path: `/listings/${slug}`, name })),
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

test("shows the latest launches while nobody has launched this week, and no empty list", async () => {
  const store = emptyStore();
  const fresh = await startTestServer({ store });
  const page = async () => (await fetch(`${fresh.url}/`)).text();
  const siteId = await store.write((tx) => addSite(tx));
  expect(await page()).not.toContain('id="launches"');
  await store.write((tx) =>
    addListing(tx, siteId, "earlier", { launchWeek: "2026-W40", launchedAt: "2026-09-28T00:00:00.000Z" }),
  );
  expect(await page()).toContain('<h2 id="launches">Just launched</h2>');
  await store.write((tx) =>
    addListing(tx, siteId, "current", { launchWeek: "2026-W47", launchedAt: "2026-11-16T00:00:00.000Z" }),
  );
  const thisWeek = await page();
  expect(thisWeek).toContain('<h2 id="launches">This week</h2>');
  expect(thisWeek).not.toContain("earlier");
  await fresh.stop();
});
