import { expect, test } from "bun:test";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer } from "#test/support/server/harness.ts";
import { useTestServer } from "#test/support/server/use-test-server.ts";

const server = useTestServer();

const page = async (path: string) => (await fetch(server.url + path)).text();
const rows = (text: string) =>
  [...text.matchAll(/Rank <\/span>(\d+).*?href="\/listings\/([^"]+)"/gs)].map(([, rank, slug]) => [Number(rank), slug]);
const ranks = (items: any[]) => items.map(({ rank, listing }) => [rank, listing.slug]);

test("/awards shows the awards of list_awards, grouped by week or month", async () => {
  const { body } = await server.call("list_awards");
  const text = await page("/awards");
  expect(rows(text)).toEqual(ranks(body.items));
  const [{ week, board }] = body.items;
  expect(text).toContain(`<a href="/leaderboards/${board}?period=${week}">Week ${Number(week.slice(6))}, 2026</a>`);
});

test("kind=month shows only monthly awards; an unknown kind shows all", async () => {
  const { body } = await server.call("list_awards", { kind: "month" });
  const text = await page("/awards?kind=month");
  expect(rows(text)).toEqual(ranks(body.items));
  expect(text).toContain('href="/awards?kind=month" aria-current="true">Months');
  expect(rows(await page("/awards?kind=constructor"))).toEqual(rows(await page("/awards")));
});

test("a listing's page links to the leaderboards of its awards", async () => {
  const { body } = await server.call("list_awards");
  const [{ listing, rank, week, board }] = body.items;
  const text = await page(`/listings/${listing.slug}`);
  expect(text).toContain(`<a href="/leaderboards/${board}?period=${week}"><bdi>Week 46, 2026: ${rank}st</bdi></a>`);
});

test("a page after the last one links back; without awards the page links to the leaderboards", async () => {
  expect(await page("/awards?page=40")).toContain('<a href="/awards">Go to the first page</a>');
  const store = emptyStore();
  await store.write((tx) => addSite(tx));
  const fresh = await startTestServer({ store });
  expect(await (await fetch(`${fresh.url}/awards`)).text()).toContain("There are no awards yet.");
  await fresh.stop();
});
