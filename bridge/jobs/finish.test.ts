import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as z from "zod";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { listJobs } from "#db/queries/common/job-records.ts";
import { enqueue } from "#db/queries/common/jobs.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import type { Store } from "#db/store/store.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import { defineOperation } from "#tools/core/operations/define.ts";
import { handleJob, type Job } from "#tools/core/operations/job.ts";

let store: Store;
let siteId: number;
beforeEach(async () => {
  store = emptyStore();
  siteId = await store.write((tx) => addSite(tx));
});
afterEach(() => store.close());

const renameSite = defineOperation({
  name: "rename_site",
  scopes: [],
  actors: ["job"],
  effect: "write",
  input: z.strictObject({ name: z.string().min(1) }),
  output: z.strictObject({}),
  async run({ site, urls, mail, actor }, { name }) {
    return async (tx, record) => {
      tx.$client.run("UPDATE sites SET name = ? WHERE id = ?", [name, siteId]);
      record({ subjects: [`site:${site.id || siteId}`], after: { name } });
      const action = { label: "See it", url: `${urls.base}/x` };
      await mail(tx, "ada@example.test", { subject: actor.kind, greeting: "", paragraphs: ["New name."], action });
      return {};
    };
  },
});

const rename = (run: Job["run"], more: Partial<Job> = {}) =>
  handleJob({ kind: "rename", payload: z.object({}), run, ...more });

async function work(job: Job, maxAttempts?: number) {
  await store.write((tx) => enqueue(tx, { kind: "rename", key: "rename", maxAttempts }, testNow));
  const jobs = startTestJobs({ store, now: () => testNow, jobs: [job] });
  await jobs.drain();
  await jobs.stop();
}

const names = () => store.read.$client.query("SELECT name FROM sites").values().flat();
const changes = () => changesOf(store.read, `site:${siteId}`, 5);
const states = async () =>
  (await listJobs(store.read, undefined, 5)).filter(({ kind }) => kind === "rename").map(({ state }) => state);

describe("a job that ends with an operation", () => {
  test("with a site: acts as the job; effect, audit entry, mail and the end of the job are stored together", async () => {
    await work(rename(async ({ finish }) => finish(renameSite, { name: "After" }, siteId)));
    expect([names(), await states()]).toEqual([["After"], ["done"]]);
    expect(await changes()).toMatchObject([
      { action: "rename_site", via: "job:rename", requestId: "job:1", siteId, accountId: null },
    ]);
    const [mail] = await latestMails(store.read, 5);
    expect(mail).toMatchObject({ subject: "job (main)", textBody: expect.stringContaining("http://localhost/x") });
  });

  test("without a site: the audit entry has none", async () => {
    await work(rename(async ({ finish }) => finish(renameSite, { name: "After" })));
    expect(await changes()).toMatchObject([{ action: "rename_site", siteId: null }]);
  });

  test("a later step fails: nothing is stored, and the job is retried", async () => {
    const failing = rename(async ({ finish }) => async (tx) => {
      await finish(renameSite, { name: "Half" }, siteId)(tx);
      await finish(renameSite, { name: "" }, siteId)(tx);
    });
    await work(failing);
    expect([names(), await states(), await changes()]).toEqual([["main"], ["queued"], []]);
    expect(await latestMails(store.read, 5)).toEqual([]);
  });

  test("onDead: the operation runs in the transaction that ends the job", async () => {
    const fail = async () => {
      throw new Error("the other side is down");
    };
    await work(rename(fail, { onDead: async ({ finish }) => finish(renameSite, { name: "Given up" }, siteId) }), 1);
    expect([names(), await states()]).toEqual([["Given up"], ["dead"]]);
    expect(await changes()).toMatchObject([{ via: "job:rename", requestId: "job:1" }]);
  });
});
