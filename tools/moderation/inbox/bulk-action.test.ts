import { afterAll, beforeAll, expect, test } from "bun:test";
import { accountByEmail, updateAccount } from "#db/queries/accounts/accounts.ts";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { bulkAction } from "#db/queries/moderation/bulk-actions.ts";
import { addReport } from "#db/queries/moderation/reports.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import type { Role } from "#db/schema/vocabulary.ts";
import type { Store } from "#db/store/store.ts";
import { teamCaller, teamVisitor } from "#test/support/clients/team.ts";
import { sendTool } from "#test/support/clients/tool-caller.ts";
import type { Visitor } from "#test/support/clients/visitor.ts";
import { keyFor } from "#test/support/records/account.ts";
import { addListing, addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, type TestServer, testNow } from "#test/support/server/harness.ts";
import suspendListing from "../decisions/suspend-listing.ts";
import { runBulkAction } from "../jobs.ts";
import { moderationJobs } from "../run-jobs.ts";
import getBulkAction from "./get-bulk-action.ts";
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

const start = async (input: object, role: Role = "moderator") => {
  const [site] = await allSites(store.read);
  return teamCaller(store, site!, { accountId, role })(startBulkAction, input as never);
};
const shared = { ground: "dead", reason: "It is <gone>." };

test("suspends the chosen cases as the member and lists those that were skipped", async () => {
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
  expect(page).toContain("4 of 4 cases processed, 1 skipped, 0 not possible");
  expect(page).toContain("only a live listing can be suspended. Tess Team suspended the listing on 18 Nov 2026");
  expect(slugs("suspended")).toBe(3);
  // The form repeats the member's last ground and reason.
  const next = (await team.get("/team/reports?kind=dead")).html;
  expect([/value="dead" selected/.test(next), next.includes("It is &lt;gone&gt;.</textarea>")]).toEqual([true, true]);
  const [entry] = await changesOf(store.read, `listing:${items[0]!.split(":")[0]!}` as never, 1);
  expect(entry).toMatchObject({ action: "suspend_listing", accountId, via: "job:bulk-action" });
});

// Three of the 30 are suspended.
test("all cases that match the filter of the page, except the ticked ones", async () => {
  const { html } = await team.get("/team/reports?kind=other");
  const item = [...html.matchAll(/name="item" value="([^"]+)"/g)].slice(0, 2).map(([, value]) => value!);
  const form = { do: "bulk", action: "decide_reports:dismissed", all: "filter", item, reason: "Nothing is wrong." };
  const { location } = await team.post("/team/reports?kind=other", form);
  await server.drainJobs();
  expect((await team.get(location!)).html).toContain("25 of 25 cases processed, 0 not possible");
  const left = (await team.get("/team/reports?kind=other")).html;
  expect([...left.matchAll(/name="item" value="([^"]+)"/g)].map(([, value]) => value!)).toEqual(item);
  const shown = [...left.matchAll(/name="shown" value="([^"]+)"/g)].map(([, value]) => value!);
  expect(shown).toEqual(item);
  const rest = await team.post("/team/reports?kind=other", { ...form, all: "page", item: item[0]!, shown });
  await server.drainJobs();
  expect((await team.get(rest.location!)).html).toContain("1 of 1 cases processed, 0 not possible");
  expect((await team.get("/team/reports?kind=other")).html).toContain(`value="${item[0]}"`);
});

test("more than 10,000 items: a killed job continues where it stopped, and the progress is shown", async () => {
  const items = Array.from({ length: 10_005 }, (_, i) => ({ slug: i < 10 ? `pear-${40 + i}` : `none-${i}` }));
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
  expect((await team.get(`/team/bulk/${bulkId}`)).html).toContain("4 of 10,005 cases processed, 0 not possible");
  const before = slugs("suspended");
  const drained = server.drainJobs();
  // Other work of the process runs in between.
  while ((await bulkAction(store.read, bulkId))!.position === 4) await Bun.sleep(1);
  expect((await team.get(`/team/bulk/${bulkId}`)).html).not.toContain("10,005 of 10,005");
  await drained;
  expect(slugs("suspended") - before).toBe(6);
  const done = (await bulkAction(store.read, bulkId))!;
  expect(done).toMatchObject({ position: 10_005, failed: 9995, skipped: 0 });
  expect(done.failures).toHaveLength(1000);
  expect((await team.get(`/team/bulk/${bulkId}`)).html).toContain("10,005 of 10,005 cases processed");
}, 60_000);

test("finished_at is the time at which the last item was decided", async () => {
  const { bulk_action_id: bulkId } = await start({ operation: "suspend_listing", items: [{ slug: "none" }], shared });
  let now = testNow;
  const finish = () => async () => {
    now = new Date(testNow.getTime() + 30_000);
  };
  const job = moderationJobs.find(({ kind }) => kind === runBulkAction.kind)!;
  const { signal } = new AbortController();
  const context = {
    read: store.read,
    write: store.write,
    finish,
    signal,
    get now() {
      return now;
    },
  };
  await store.write((await job.run(context as never, { bulkId }))!);
  expect((await bulkAction(store.read, bulkId))!.finishedAt).toBe(now.toISOString());
});

test("items that another member has decided meanwhile are skipped and name the member", async () => {
  const [site] = await allSites(store.read);
  const items = [{ slug: "pear-50" }, { slug: "pear-51" }, { slug: "none" }];
  const { bulk_action_id } = await start({ operation: "suspend_listing", items, shared });
  const { account } = await keyFor(store, { email: "other@example.test" });
  const other = teamCaller(store, site!, { accountId: account.id });
  await other(suspendListing, { slug: "pear-51", ground: "dead", reason: "Gone." });
  await server.drainJobs();
  expect(await other(getBulkAction, { bulk_action_id })).toMatchObject({
    ...{ total: 3, done: 1, skipped: 1, failed: 1 },
    failures: [
      {
        item: "pear-51",
        reason: expect.stringContaining("Ada suspended the listing on 18 Nov 2026"),
      },
      { item: "none" },
    ],
  });
});

test("deletion: as a bulk action of an editor; a moderator may not, and a key needs approval", async () => {
  const input = { operation: "delete_listing", items: [{ slug: "pear-52" }, { slug: "pear-53" }] };
  await expect(start(input)).rejects.toMatchObject({ code: "forbidden" });
  await store.write((tx) => updateAccount(tx, accountId, { role: "editor" }, testNow));
  const { key } = await keyFor(store, { email: "mod@example.test", scopes: ["team:content"] });
  const asked = await sendTool(server, startBulkAction as never, input, { authorization: `Bearer ${key}` });
  expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([403, "approval_required"]);
  const { bulk_action_id } = await start(input, "editor");
  await server.drainJobs();
  expect(await bulkAction(store.read, bulk_action_id)).toMatchObject({ position: 2, failed: 0, skipped: 0 });
  const left = "SELECT count(*) AS n FROM listings WHERE slug IN ('pear-52', 'pear-53')";
  expect(store.read.$client.query(left).get()).toEqual({ n: 0 });
  await store.write((tx) => updateAccount(tx, accountId, { role: "moderator" }, testNow));
});

test("a member who loses the role decides nothing more", async () => {
  const items = [{ slug: "pear-40" }, { slug: "pear-41" }];
  const { bulk_action_id } = await start({ operation: "restore_listing", items });
  await store.write((tx) => updateAccount(tx, accountId, { role: "member" }, testNow));
  await server.drainJobs();
  expect(await bulkAction(store.read, bulk_action_id)).toMatchObject({ position: 2, failed: 2, skipped: 0 });
});

test("422 and 403: no items, both kinds of choice, the wrong list; an editor may not start it", async () => {
  const items = [{ slug: "pear-1" }];
  for (const input of [
    { operation: "suspend_listing", shared },
    { operation: "suspend_listing", items, filter: { list: "reports" }, shared },
    { operation: "decide_reports", filter: { list: "flags" }, shared: { outcome: "dismissed", reason: "x" } },
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
