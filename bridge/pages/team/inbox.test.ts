import { afterAll, beforeAll, expect, test } from "bun:test";
import { addReport } from "#db/queries/moderation/reports.ts";
import { addFlag } from "#db/queries/moderation/text-flags.ts";
import type { Store } from "#db/store/store.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";

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
  [...(await visitor.get("/team")).html.matchAll(/<a href="([^"]+)">[^<]+<\/a><\/strong> <span class="tag">(\d+)</g)].map(
    ([, path, count]) => `${path} ${count}`,
  );

test("inbox: counts the cases of this site by kind; only admins see jobs and emails", async () => {
  const cases = ["/team/reports 1", "/team/marks 1"];
  expect(await waitingFor(moderator)).toEqual(cases);
  expect(await waitingFor(admin)).toEqual([...cases, "/team/jobs?state=dead 1", "/team/mail 1"]);
  expect((await admin.get("/team")).html).toContain("18 Nov 2026, 12:00 UTC");
});

test("former links to the log of edits: redirect with their filter", async () => {
  expect((await admin.get("/team?slug=apple&before=9")).location).toBe("/team/edits?slug=apple&before=9");
});
