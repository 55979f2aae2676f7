import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { bulkAction } from "#db/queries/moderation/bulk-actions.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Store } from "#db/store/store.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import { runBulkAction } from "../jobs.ts";
import { moderationJobs } from "../run-jobs.ts";
import startBulkAction from "./start-bulk-action.ts";

let store: Store;
let server: TestServer;
let team: Visitor;
let accountId: number;
const slugs = (status: string) =>
  store.read.$client.query<{ slug: string }, [string]>("SELECT slug FROM listings WHERE status = ?").all(status).length;
beforeAll(async () => {
  store = emptyStore();
  await store.write(async (tx) => {
    const site = await addSite(tx);
    for (let i = 0; i < 60; i++) {
      const listingId = await addListing(tx, site, `pear-${i}`);
      await addReport(tx, { listingId, kind: i < 30 ? "dead" : "other", sentence: "Gone." }, testNow);
    }
  });
  server = await startTestServer({ store });
  team = await teamVisitor(server, "mod@example.test", "moderator");
  accountId = (await accountByEmail(store.read, "mod@example.test"))!.id;
});
afterAll(() => server.stop());

const start = async (input: object) => {
  const [site] = await allSites(store.read);
  return teamCaller(store, site!, { accountId, role: "moderator" })(startBulkAction, input as never);
};
const shared = { ground: "dead", reason: "It is <gone>." };

test("suspends the chosen cases as the member and lists those that are not possible", async () => {
  const { html } = await team.get("/team/reports?kind=other&sort=oldest");
  const items = [...html.matchAll(/name="item" value="([^"]+)"/g)].slice(0, 3).map(([, value]) => value!);
  const form = { do: "bulk", action: "suspend_listing", item: [...items, items[0]!], ...shared };
  const bare = await team.post("/team/reports", { ...form, reason: "" });
  expect([bare.status, bare.html.includes('href="#field-bulk-reason"')]).toEqual([422, true]);
  expect((await team.post("/team/reports", { ...form, action: "constructor" })).status).toBe(422);
  const { location } = await team.post("/team/reports", form);
  expect((await team.get(location!)).html).toContain("0 of 4 cases processed");
  await server.drainJobs();
  const page = (await team.get(location!)).html;
  expect(page).toContain("4 of 4 cases processed, 1 not possible");
  expect(page).toContain("only a live listing can be suspended");
  expect(slugs("suspended")).toBe(3);
  const [entry] = await changesOf(store.read, `listing:${items[0]!.split(":")[0]!}` as never, 1);
  expect(entry).toMatchObject({ action: "suspend_listing", accountId, via: "job:bulk-action" });
});

// Three of the 30 are suspended.
test("all cases that match the filter of the page", async () => {
  const form = { do: "bulk", action: "decide_reports:dismissed", all: "1", reason: "Nothing is wrong." };
  const { location } = await team.post("/team/reports?kind=other", form);
  await server.drainJobs();
  expect((await team.get(location!)).html).toContain("27 of 27 cases processed, 0 not possible");
});

test("a stopped job continues where it stopped; a member without the role decides nothing more", async () => {
  const items = Array.from({ length: 10 }, (_, i) => ({ slug: `pear-${40 + i}` }));
  const { bulk_action_id: bulkId } = await start({ operation: "suspend_listing", items, shared });
  const job = moderationJobs.find(({ kind }) => kind === runBulkAction.kind)!;
  let writes = 0;
  const stopped = job.run(
    {
      read: store.read,
      now: testNow,
      signal: new AbortController().signal,
      // The process is killed within the fifth item, before its transaction ends.
      write: (work: never) => (++writes > 4 ? Promise.reject(new Error("killed")) : store.write(work)),
      finish: () => async (tx: { $client: { run(sql: string): void } }) =>
        tx.$client.run(`UPDATE listings SET status = 'suspended' WHERE slug = 'pear-${39 + writes}'`),
    } as never,
    { bulkId },
  );
  await expect(stopped).rejects.toThrow("killed");
  expect((await bulkAction(store.read, bulkId))!.position).toBe(4);
  const before = slugs("suspended");
  await server.drainJobs();
  expect(slugs("suspended") - before).toBe(6);
  expect(await bulkAction(store.read, bulkId)).toMatchObject({ position: 10, failed: 0, failures: [] });

  await start({ operation: "restore_listing", items });
  await store.write((tx) => updateAccount(tx, accountId, { role: "member" }, testNow));
  await server.drainJobs();
  expect(await bulkAction(store.read, bulkId + 1)).toMatchObject({ position: 10, failed: 10 });
});

test("422 and 403: no items, both kinds of choice, the wrong list; an editor may not start it", async () => {
  const items = [{ slug: "pear-1" }];
  for (const input of [
    { operation: "suspend_listing", shared },
    { operation: "suspend_listing", items, filter: { list: "reports" }, shared },
    { operation: "decide_flag", filter: { list: "reports" }, shared: { outcome: "dismissed", reason: "x" } },
    { operation: "suspend_listing", items, shared: { ground: "dead" } },
    { operation: "delete_account", items, shared },
  ])
    await expect(start(input)).rejects.toMatchObject({ code: "validation_failed" });
  const [site] = await allSites(store.read);
  const editor = teamCaller(store, site!, { role: "editor" });
  const asked = editor(startBulkAction, { operation: "restore_listing", items });
  await expect(asked).rejects.toMatchObject({ code: "forbidden" });
});
