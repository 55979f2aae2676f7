import { expect, test } from "bun:test";
import { allSites } from "#db/queries/sites/sites.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { addVoters, voting } from "#test/support/records/voters.ts";
import { emptyStore, startTestServer, testNow } from "#test/support/server/harness.ts";
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

test("shows the tagline, how to vote, launch and connect, and this week's ranking", async () => {
  const response = await home();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  const { body: site } = await server.call("get_site_info");
  expect(page).toContain(`<h1>${site.tagline}</h1>`);
  expect(page).toContain('class="find main-find"');
  expect(page).toContain(`>${server.url}/mcp</code>`);
  expect(page).toContain("or €99.00 net in a week you choose");
  for (const path of ["/sign-in", "/sign-up", "/submit", "/pricing", "/mcp"]) expect(page).toContain(`href="${path}"`);
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

test("without launches: the newest products and those with the most votes, and never an empty page", async () => {
  const store = emptyStore();
  const fresh = await startTestServer({ store });
  const page = async () => (await fetch(`${fresh.url}/`)).text();
  const siteId = await store.write((tx) => addSite(tx));
  await store.write(async (tx) => tx.$client.run("UPDATE sites SET name = '<b>Quay</b>'"));
  const empty = await page();
  expect(empty).toContain("<h1>&lt;b&gt;Quay&lt;/b&gt;: new products, week by week</h1>");
  expect(empty).toContain('There are no products yet. <a href="/submit">Submit the first product</a>');
  for (const text of ["Browse", 'id="ranking"', 'id="newest"', 'id="voted"', 'id="categories"', " net in a week"])
    expect(empty).not.toContain(text);

  const names = Array.from({ length: 8 }, (_, i) => `import-${i}`);
  const add = (name: string, more = {}) => store.write((tx) => addListing(tx, siteId, name, more));
  const ids: number[] = [];
  for (const name of names) ids.push(await add(name));
  const { vote } = voting(store, (await allSites(store.read))[0]!, () => testNow);
  const voters = await addVoters(store, 2);
  for (const voter of voters) await vote(voter, ids[0]!);
  await vote(voters[0]!, ids[1]!);
  const imported = await page();
  expect(imported).toContain("Browse 8 products.");
  expect(imported).toContain("There are no launches this week.");
  expect(rowsOf(imported, "newest").map(({ name }) => name)).toEqual(names.toReversed().slice(0, 6));
  expect(rowsOf(imported, "voted").map(({ name }) => name)).toEqual(names.slice(0, 2));

  await add("current", { launchWeek: "2026-W47", launchedAt: "2026-11-16T00:00:00.000Z" });
  const thisWeek = await page();
  expect(rowsOf(thisWeek, "ranking").map(({ name }) => name)).toEqual(["current"]);
  expect(rowsOf(thisWeek, "newest").map(({ name }) => name)).not.toContain("current");
  for (const text of ["There are no launches", 'id="voted"']) expect(thisWeek).not.toContain(text);
  await fresh.stop();
});
