import { afterAll, beforeAll, expect, test } from "bun:test";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const page = async (path: string) => (await fetch(server.url + path)).text();
const rows = (text: string) =>
  [...text.matchAll(/Place <\/span>(\d+).*?href="\/listings\/([^"]+)"/gs)].map(([, rank, slug]) => [
    Number(rank),
    slug,
  ]);
const places = (items: any[]) => items.map(({ rank, listing }) => [rank, listing.slug]);

test("the places that list_awards gives, under the week or month they were won in", async () => {
  const { body } = await server.call("list_awards");
  const text = await page("/awards");
  expect(rows(text)).toEqual(places(body.items));
  const [{ week, board }] = body.items;
  expect(text).toContain(`<a href="/leaderboards/${board}?period=${week}">Week ${Number(week.slice(6))}, 2026</a>`);
});

test("only those of weeks or of months where asked; an unknown kind shows all", async () => {
  const { body } = await server.call("list_awards", { kind: "month" });
  const text = await page("/awards?kind=month");
  expect(rows(text)).toEqual(places(body.items));
  expect(text).toContain('href="/awards?kind=month" aria-current="true">Months');
  expect(rows(await page("/awards?kind=constructor"))).toEqual(rows(await page("/awards")));
});

test("a listing's page leads to the boards its awards were won on", async () => {
  const { body } = await server.call("list_awards");
  const [{ listing, rank, week, board }] = body.items;
  const text = await page(`/listings/${listing.slug}`);
  expect(text).toContain(`<a href="/leaderboards/${board}?period=${week}"><bdi>${rank}st of Week 46, 2026</bdi></a>`);
});

test("a page past the end leads back; without an award there is somewhere to go", async () => {
  expect(await page("/awards?page=40")).toContain('<a href="/awards">See the first page</a>');
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  const fresh = await startTestServer({ store });
  expect(await (await fetch(`${fresh.url}/awards`)).text()).toContain("No award has been given yet.");
  await fresh.stop();
});
