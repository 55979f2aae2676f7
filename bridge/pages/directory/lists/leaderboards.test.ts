import { afterAll, beforeAll, expect, test } from "bun:test";
import { boards } from "#db/schema/vocabulary.ts";
import { addListing, addSite, addVotes } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let demo: TestServer;
let server: TestServer;
beforeAll(async () => {
  demo = await startTestServer();
  const store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx);
    for (let i = 1; i <= 25; i++) {
      const id = await addListing(tx, site, `boat-${i}`);
      await addVotes(tx, site, id, "2026-W47", 100 - i);
      // In the previous week, the first two had swapped ranks.
      if (i <= 3) await addVotes(tx, site, id, "2026-W46", [20, 30, 10][i - 1]!);
    }
  });
  server = await startTestServer({ store });
});
afterAll(() => Promise.all([demo.stop(), server.stop()]));

const page = async (path: string, { url } = server) => (await fetch(url + path)).text();
const rows = (text: string) => [...text.matchAll(/<li class="launch ranked">.*?<\/li>/gs)].map(([row]) => row);
const words = (row: string) => row.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

test("/leaderboards shows the top listings of every leaderboard", async () => {
  const text = await page("/leaderboards", demo);
  for (const board of boards) {
    const { body } = await demo.call("get_leaderboard", { board, per_page: 3 });
    const section = text.slice(text.indexOf(`aria-labelledby="${board}"`)).split("</section>")[0]!;
    expect(section).toContain(`<a href="/leaderboards/${board}">${body.title}</a>`);
    const slugs = [...section.matchAll(/href="\/listings\/([^"]+)"/g)].map(([, slug]) => slug);
    expect([board, slugs]).toEqual([board, body.items.map(({ listing }: any) => listing.slug)]);
  }
});

test("a leaderboard shows ranks, scores, rank changes and its rule", async () => {
  const text = await page("/leaderboards/community-weekly");
  const { body } = await server.call("get_leaderboard", { board: "community-weekly" });
  expect(text).toContain(body.rule);
  expect(rows(text).map((row) => /href="\/listings\/([^"]+)"/.exec(row)![1])).toEqual(
    body.items.map(({ listing }: any) => listing.slug),
  );
  const [first, second, third, fourth] = rows(text).map(words);
  expect(first).toMatch(/Rank 1.*up 1.*boat-1.*99 votes/);
  expect(second).toMatch(/Rank 2.*down 1.*boat-2.*98 votes/);
  expect([third, fourth].some((row) => /\b(up|down)\b/.test(row!))).toBe(false);
});

test("ranks continue on the next page, and links keep the period", async () => {
  const path = "/leaderboards/community-weekly?period=2026-W47";
  expect(await page(path)).toContain(`rel="next" href="${path}&amp;page=2"`);
  const second = await page(`${path}&page=2`);
  expect(rows(second).map(words)[0]).toMatch(/Rank 21.*boat-21/);
  expect(second).toContain(`rel="prev" href="${path}"`);
  expect(await page(`${path}&page=9`)).toContain("This page of results is empty.");
});

test("period links include the current period; leaderboards without periods have none", async () => {
  const periodsOf = async (path: string) => {
    const row = /<nav aria-label="Periods">.*?<\/nav>/s.exec(await page(path))?.[0] ?? "";
    return [...row.matchAll(/period=([\w-]+)"(?: aria-current="(\w+)")?/g)].map(([, period, isCurrent]) =>
      isCurrent ? `(${period})` : period,
    );
  };
  expect(await periodsOf("/leaderboards/community-weekly")).toEqual([
    "(2026-W47)",
    "2026-W46",
    "2026-W45",
    "2026-W44",
    "2026-W43",
  ]);
  expect(await periodsOf("/leaderboards/community-weekly?period=2026-W01")).toEqual([
    "2026-W47",
    "2026-W03",
    "2026-W02",
    "(2026-W01)",
    "2025-W52",
    "2025-W51",
    "2025-W50",
    "2025-W49",
  ]);
  expect(await periodsOf("/leaderboards/community-monthly?period=previous")).toEqual([
    "2026-11",
    "(2026-10)",
    "2026-09",
    "2026-08",
    "2026-07",
    "2026-06",
  ]);
  expect(await periodsOf("/leaderboards/community-yearly")).toEqual(["(2026)", "2025", "2024", "2023", "2022"]);
  expect(await periodsOf("/leaderboards/dr-top")).toEqual([]);
});

test("all listings on the billboard are marked as paid", async () => {
  const { body } = await demo.call("get_leaderboard", { board: "billboard" });
  const found = rows(await page("/leaderboards/billboard", demo));
  expect(found.length).toBe(body.items.length);
  expect(found.every((row) => row.includes('<span class="tag paid">Paid launch</span>'))).toBe(true);
});

test("an empty leaderboard and an unknown period say what to do", async () => {
  expect(await page("/leaderboards/dr-top")).toContain("There are no products on this leaderboard yet.");
  expect(await page("/leaderboards/community-yearly?period=soon")).toContain(
    "Use current, previous or a year such as 2026",
  );
});
