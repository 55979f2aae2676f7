import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail } from "#db/queries/accounts/accounts.ts";
import { type LogEntry, logChange } from "#db/queries/common/audit-log.ts";
import { allSites, type SiteRow } from "#db/queries/sites/sites.ts";
import { createSite } from "#db/queries/sites/write-site.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import listChanges from "./list-changes.ts";

let server: TestServer;
let team: Visitor;
let call: ReturnType<typeof teamCaller>;
let site: SiteRow;
let accountId: number;
let otherSiteId: number;

const days = ["2031-03-01", "2031-03-02", "2031-03-03", "2031-03-04"];
beforeAll(async () => {
  server = await startTestServer();
  team = await teamVisitor(server);
  accountId = (await accountByEmail(server.store.read, "team@example.test"))!.id;
  [site] = (await allSites(server.store.read)) as [SiteRow];
  call = teamCaller(server.store, site);
  otherSiteId = await server.store.write((tx) =>
    createSite(tx, { key: "other", name: "Other", host: "o.example", settings: {} }, days[0]!),
  );
  const entries: Partial<LogEntry>[] = [
    { via: "admin:ops/Ada L", siteId: otherSiteId, after: { name: "<b>Quay</b>" }, before: { name: "Pier" } },
    { via: "admin", action: "update_category", subjects: ["category:77"] },
    { via: "browser", accountId, action: "set_account_role", subjects: ["account:9", "account:10"] },
    { via: "job:sweep", action: "update_category", subjects: ["category:77"], siteId: otherSiteId },
  ];
  await server.store.write(async (tx) => {
    for (const [at, entry] of entries.entries())
      await logChange(
        tx,
        { action: "update_site", accountId: null, siteId: site.id, via: "job:x", subjects: ["site:1"], ...entry },
        new Date(`${days[at]}T10:00:00Z`),
      );
  });
});
afterAll(() => server.stop());

const since = { from: days[0]! };
const daysOf = async (filter: object) =>
  (await call(listChanges, { ...since, ...filter })).items.map(({ at }) => at.slice(0, 10));

test.each<[object, number[]]>([
  [{}, [3, 2, 1, 0]],
  [{ by: "ada" }, [0]],
  [{ by: "ops" }, [0]],
  [{ by: "TEAM@example.test" }, [2]],
  [{ by: "nobody@example.test" }, []],
  [{ action: "update_category" }, [3, 1]],
  [{ subject: "category:77" }, [3, 1]],
  [{ subject: "account:10", action: "update_category" }, []],
  [{ site: "other" }, [3, 0]],
  [{ from: days[1], to: days[2] }, [2, 1]],
  [{ to: days[0] }, [0]],
  [{ from: days[3], site: "other", subject: "category:77" }, [3]],
])("%j: the matching changes, newest first", async (filter, expected) => {
  expect(await daysOf(filter)).toEqual(expected.map((at) => days[at]!));
});

test("by: an account's id; the record names the person and how the change was made", async () => {
  const { items } = await call(listChanges, { ...since, by: String(accountId) });
  expect(items).toMatchObject([{ by: { account_id: accountId, email: "team@example.test" }, via: "browser" }]);
});

test("older: continues after the last item without gaps", async () => {
  const first = await call(listChanges, { ...since, per_page: 3 });
  const second = await call(listChanges, { ...since, per_page: 3, before: first.older! });
  expect([first.items.length, second.items.length, second.older]).toEqual([3, 1, null]);
});

test("422: an unknown site or record", async () => {
  await expect(call(listChanges, { site: "nowhere" })).rejects.toMatchObject({ code: "validation_failed" });
  await expect(call(listChanges, { subject: "12" })).rejects.toMatchObject({ code: "validation_failed" });
});

test("page: names people, escapes values and keeps filters in the link to older changes", async () => {
  const { html } = await team.get("/team/audit?from=2031-03-01");
  expect(html).toContain("Ada L, with a command as ops");
  expect(html).toContain("(team@example.test), in the browser");
  expect(html).toContain("Pier → &lt;b&gt;Quay&lt;/b&gt;");
  const wrong = await team.get("/team/audit?action=nothing");
  expect([wrong.status, wrong.html.includes("Choose an action from the list.")]).toEqual([422, true]);
  expect((await (await teamVisitor(server, "mod@example.test", "moderator")).get("/team/audit")).status).toBe(404);
});
