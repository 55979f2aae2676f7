import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag } from "#db/queries/moderation/text-flags.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import findListings from "#tools/listings/team/find-listings.ts";
import listEdits from "#tools/listings/team/list-edits.ts";
import assignCase from "#tools/moderation/inbox/assign-case.ts";

let store: Store;
let server: TestServer;
let admin: Visitor;
let moderator: Visitor;
beforeAll(async () => {
  store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx);
    const other = await addSite(tx, "other");
    const [apple, quince] = [await addListing(tx, site, "apple"), await addListing(tx, other, "quince")];
    for (const listingId of [apple, apple, quince])
      await addReport(tx, { listingId, kind: "dead", sentence: "Gone." }, testNow);
    const flag = { siteId: site, sourceId: apple, kind: "votes", field: "Headline", sentence: "Vote!" } as const;
    await addFlag(tx, "listing", flag, testNow);
    tx.$client.run(
      "INSERT INTO jobs (kind, key, run_at, created_at, state, finished_at) VALUES ('sweep', 'sweep:x', ?1, ?1, 'dead', ?1), ('mail', 'mail:x', ?1, ?1, 'dead', ?1)",
      [testNow.toISOString()],
    );
  });
  server = await startTestServer({ store });
  admin = await teamVisitor(server);
  moderator = await teamVisitor(server, "mod@example.test", "moderator");
});
afterAll(() => server.stop());

const waitingFor = async (visitor: Visitor) =>
  [
    ...(await visitor.get("/team")).html.matchAll(/<a href="([^"]+)">[^<]+<\/a><\/strong> <span class="tag">(\d+)</g),
  ].map(([, path, count]) => `${path} ${count}`);

test("inbox: counts the cases of this site by kind; only admins see jobs and emails", async () => {
  const cases = ["/team/reports 1", "/team/reports/flags 1"];
  expect(await waitingFor(moderator)).toEqual(cases);
  expect(await waitingFor(admin)).toEqual([...cases, "/team/jobs?state=dead 1", "/team/mail 1"]);
  expect((await admin.get("/team")).html).toContain("18 Nov 2026, 12:00 UTC");
});

test("former links to the log of edits: redirect with their filter", async () => {
  expect((await admin.get("/team?slug=apple&before=9")).location).toBe("/team/edits?slug=apple&before=9");
});

describe("lists of cases", () => {
  const names = async (query: string) =>
    [
      ...(await moderator.get(`/team/reports?${query}`)).html.matchAll(/<li id="case-\d+">.*?listings\/([\w-]+)"/gs),
    ].map(([, slug]) => slug);
  const chosen = (act: string, ...item: number[]) =>
    moderator.post("/team/reports", { do: act, item: item.map(String) });

  test("500 waiting reports: 25 on a page, with the count, filters and sorting", async () => {
    await store.write(async (tx) => {
      for (let i = 0; i < 500; i++) {
        const listingId = await addListing(tx, 1, `pear-${i}`);
        const at = new Date(testNow.getTime() + (i + 1) * 1000);
        await addReport(tx, { listingId, kind: i === 7 ? "other" : "dead", sentence: "<b>Gone</b>" }, at);
      }
    });
    const { html } = await moderator.get("/team/reports");
    expect(html).toContain("501 open reported listings");
    expect(html).toContain("&lt;b&gt;Gone&lt;/b&gt;");
    expect(html.match(/<details class="more">/g)).toHaveLength(25);
    expect((await names(""))[0]).toBe("apple");
    expect((await names("sort=newest"))[0]).toBe("pear-499");
    expect((await names("sort=oldest&page=2"))[0]).toBe("pear-24");
    expect(await names("kind=other")).toEqual(["pear-7"]);
    expect(await names("slug=apple&from=2026-11-18&until=2026-11-18")).toEqual(["apple"]);
    expect(await names("slug=apple&from=2026-11-19")).toEqual([]);
    expect(await names("kind=constructor&from=2026-99-99&sort=x&status=decided")).toEqual([]);
  });

  test("seen and assigned: for each member; a new report makes the case unseen again", async () => {
    expect((await chosen("seen")).status).toBe(400);
    expect((await chosen("seen", 1)).location).toBe("/team/reports?done=seen");
    await chosen("seen", 1);
    expect(await names("slug=apple&show=unseen")).toEqual([]);
    expect((await admin.get("/team/reports?slug=apple&show=unseen")).html).toContain('<li id="case-1">');
    await store.write((tx) =>
      addReport(tx, { listingId: 1, kind: "dead", sentence: "" }, new Date(testNow.getTime() + 1)),
    );
    expect(await names("slug=apple&show=unseen")).toEqual(["apple"]);
    expect((await chosen("assign", 1)).location).toBe("/team/reports?done=assigned");
    expect(await names("show=mine")).toEqual(["apple"]);
    expect((await admin.get("/team/reports?slug=apple")).html).toContain('<span class="tag">Tess Team</span>');
    // The listing of another site, and an account outside the team.
    expect((await chosen("seen", 2)).status).toBe(422);
    const [site] = await allSites(store.read);
    const caller = teamCaller(store, site!, { accountId: 1 });
    const outsider = { kind: "reports" as const, items: [1], account_id: 99 };
    await expect(caller(assignCase, outsider)).rejects.toMatchObject({ code: "validation_failed" });
    await caller(assignCase, { kind: "reports", items: [1], account_id: null });
    expect(await names("show=mine")).toEqual([]);
  });
});

test("emails of accounts: only admins see them in lists, pages and filters", async () => {
  const [site] = await allSites(store.read);
  const owner = await accountByEmail(store.read, "team@example.test");
  await store.write(async (tx) =>
    tx.$client.run(
      "INSERT INTO company_owners (company_id, account_id, via, created_at) SELECT company_id, ?, 'submitted', ? FROM listings WHERE slug = 'apple'",
      [owner!.id, testNow.toISOString()],
    ),
  );
  for (const [role, email] of [
    ["admin", "team@example.test"],
    ["moderator", null],
  ] as const) {
    const [found] = (await teamCaller(store, site!, { role })(findListings, { q: "apple" })).items;
    expect(found!.owners).toEqual([{ account_id: owner!.id, name: "Tess Team", email }]);
  }
  for (const path of ["/team/listings/apple", "/team/listings?q=apple", "/team/listings/apple/people"]) {
    const html = async (visitor: Visitor) =>
      (await visitor.get(path)).html.replace(/<p class="hint">(team|mod)@[^<]*/, "");
    expect([path, (await html(admin)).includes("team@example.test")]).toEqual([path, true]);
    expect([path, (await html(moderator)).includes("team@example.test")]).toEqual([path, false]);
  }
  const moderating = teamCaller(store, site!, { role: "moderator" });
  await expect(moderating(listEdits, { email: "team@example.test" })).rejects.toMatchObject({
    code: "validation_failed",
  });
});
