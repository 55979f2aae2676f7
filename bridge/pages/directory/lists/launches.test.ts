import { afterAll, beforeAll, expect, test } from "bun:test";
import { addListing, addSite, addVotes } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer } from "#test/support/server/harness.ts";

let server: TestServer;
beforeAll(async () => {
  const store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx, "main", { freeQueue: { placesPerWeek: 3, paidPlacesPerWeek: 2 } });
    const launch = (slug: string, launchWeek: string, more = {}) =>
      addListing(tx, site, slug, { launchWeek, launchedAt: "2026-11-09T00:00:00.000Z", ...more });
    const last = await launch("kelp", "2026-W46");
    await addVotes(tx, site, last, "2026-W46", 4);
    await launch("wrack", "2026-W47");
    await addVotes(tx, site, await launch("dulse", "2026-W47", { plan: "paid" }), "2026-W47", 9);
    for (const slug of ["nori", "laver", "tangle"]) {
      await launch(slug, "2026-W48", { status: "scheduled" });
      await launch(`${slug}-2`, "2026-W50", { status: "scheduled" });
    }
  });
  server = await startTestServer({ store });
});
afterAll(() => server.stop());

const page = async (path: string) => (await fetch(server.url + path)).text();
const cellOf = (text: string, week: string) =>
  /<li[^>]*>(?:(?!<li).)*?$/s.exec(text.split(`href="/launches/${week}"`)[0]!)![0] +
  text.split(`href="/launches/${week}"`)[1]!.split("</li>")[0]!;
const slugs = (text: string) => [...text.matchAll(/class="whole" href="\/listings\/([^"]+)"/g)].map(([, slug]) => slug);

test("/launches shows weeks by month with launches and places left", async () => {
  const text = await page("/launches");
  const months = [...text.matchAll(/<h2 id="month-([\d-]+)">/g)].map(([, month]) => month);
  // The site's first week is week 46.
  expect(months).toEqual(["2026-11", "2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05"]);
  const weeks = [...text.matchAll(/href="\/launches\/(\d{4}-W\d\d)"/g)].map(([, week]) => week);
  expect([weeks[0], weeks.at(-1), new Set(weeks).size]).toEqual(["2026-W46", "2027-W22", 30]);
  expect(cellOf(text, "2026-W46")).toMatch(/week-closed.*Closed.*1 launch</s);
  expect(cellOf(text, "2026-W47")).toMatch(/week-live.*Live now.*2 launches/s);
  expect(text).toContain("Free launches are planned at least 3 weeks ahead.");
  // The free queue cannot reach the weeks before week 50.
  expect(cellOf(text, "2026-W48")).toMatch(/week-upcoming.*2 paid launches left/s);
  expect(cellOf(text, "2026-W49")).not.toContain("free");
  expect(cellOf(text, "2026-W50")).toMatch(/No free launches left.*2 paid launches left/s);
  expect(cellOf(text, "2026-W53")).toContain("3 free launches left");
  const { body } = await server.call("get_launch_week", { week: "2026-W48" });
  expect(body.slots).toEqual({ free: { total: 3, taken: 3 }, paid: { total: 2, taken: 0 } });
});

test("/launches as Markdown lists the same weeks", async () => {
  const response = await fetch(`${server.url}/launches`, { headers: { accept: "text/markdown" } });
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await response.text()).toMatch(
    /\[2026-W50\]\(\S+\/launches\/2026-W50\).*upcoming.*No free launches left.*2 paid launches left/,
  );
});

test("/launches has links to earlier and later months, to the end of the calendar", async () => {
  const text = await page("/launches");
  expect(text).not.toContain('rel="prev"');
  expect(text).toContain('rel="next" href="/launches?from=2027-06"');
  expect(await page("/launches?from=2027-06")).toContain('rel="prev" href="/launches?from=2026-10"');
  expect(await page("/launches?from=2027-06")).toContain('<h2 id="month-2027-06">June 2027</h2>');
  for (const from of ["9999-11", "9999-12", "1000-01"])
    expect([from, (await fetch(`${server.url}/launches?from=${from}`)).status]).toEqual([from, 200]);
});

test("/launches/{week}: the current week is ranked by its votes", async () => {
  const text = await page("/launches/current");
  const { body } = await server.call("get_launch_week", { week: "current" });
  expect(slugs(text)).toEqual(body.items.map(({ slug }: { slug: string }) => slug));
  expect(slugs(text)).toEqual(["dulse", "wrack"]);
  for (const part of ["<h1>Week 47</h1>", body.label, "Voting ends", ">Live</span>", ">Paid launch</span>"])
    expect(text).toContain(part);
  expect(text).toContain(`<link rel="canonical" href="${server.url}/launches/2026-W47">`);
  expect(text).toContain('rel="prev" href="/launches/2026-W46"');
  expect(text).toContain('rel="next" href="/launches/2026-W48"');
});

test("/launches/{week}: an upcoming week shows scheduled launches without links", async () => {
  const text = await page("/launches/next");
  expect(text).toContain(">Upcoming</span>");
  for (const name of ["nori", "laver", "tangle"]) expect(text).toContain(`<bdi>${name}</bdi>`);
  expect(slugs(text)).toEqual([]);
  expect(text).toContain("2 paid launches left.");
  expect(text).not.toContain("free launches left");
  expect(await page("/launches/2026-W50")).toContain("No free launches left. 2 paid launches left.");
});

test("/launches/{week}: a closed week has a final ranking; an empty week has an empty state", async () => {
  const closed = await page("/launches/2026-W46");
  expect([closed.includes(">Closed</span>"), closed.includes("The ranking is final"), slugs(closed)]).toEqual([
    true,
    true,
    ["kelp"],
  ]);
  expect(closed).not.toContain('rel="prev"');
  expect(await page("/launches/2027-W05")).toContain("There are no launches this week yet.");
  expect((await fetch(`${server.url}/launches/9999-W51`)).status).toBe(200);
});

test.each([
  ...[
    "2026-W45",
    "1999-W01",
    "2026-30",
    "2026-w47",
    "2025-W53",
    "2026-W54",
    "last",
    "today",
    "2026-11-18",
    "x".repeat(99),
  ],
  ...["%202026-W47", "Current", "constructor"],
])("404: /launches/%s, its feed and its API record", async (week) => {
  for (const path of [`/launches/${week}`, `/launches/${week}.atom`, `/api/v1/launches/weeks/${week}`])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
});
