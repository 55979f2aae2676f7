import { afterEach, beforeEach, expect, test } from "bun:test";
import { changesOf } from "#db/queries/common/audit-log.ts";
import { endLease } from "#db/queries/common/job-records.ts";
import { claimJob, enqueue } from "#db/queries/common/jobs.ts";
import { queueMail } from "#db/queries/common/mail.ts";
import type { Store } from "#db/store/store.ts";
import { failed, newAdmin, type TestAdmin } from "#test/support/server/admin.ts";
import { startTestServer, testNow } from "#test/support/server/harness.ts";

let admin: TestAdmin;
let store: Store;
beforeEach(() => {
  admin = newAdmin();
  store = admin.openStore();
});
afterEach(() => store.close());

const jobs = async (...args: string[]) => (await admin.run("jobs", ...args, "--json")).json;
const ids = async (...args: string[]) => (await jobs("list", ...args)).map((job: any) => job.id);

/** Creates a mail whose job is dead. */
const deadMail = () =>
  store.write(async (tx) => {
    await queueMail(tx, { recipient: "ada@example.test", subject: "Hi", textBody: "Hi", htmlBody: "Hi" }, testNow);
    const job = await claimJob(tx, "test", ["mail"], testNow, testNow);
    await endLease(tx, job!.id, { state: "dead", error: "the mail server is down" }, testNow);
    return String(job!.id);
  });

test("list, counts and show: jobs by state, with payload and last error", async () => {
  const id = await deadMail();
  for (const key of ["a", "b", "c"])
    await store.write((tx) => enqueue(tx, { kind: "note", key, payload: { text: key } }, testNow));
  expect(await jobs("counts")).toEqual({ queued: 3, leased: 0, done: 0, dead: 1 });
  expect((await admin.run("jobs", "counts")).out).toMatch(/^queued +3$/m);
  expect(await ids()).toHaveLength(4);
  expect(await ids("--state", "dead")).toEqual([Number(id)]);
  expect([...(await ids("--limit", "3")), ...(await ids("--limit", "3", "--page", "2"))]).toEqual(await ids());
  expect(await jobs("show", id)).toMatchObject({
    kind: "mail",
    state: "dead",
    attempts: 1,
    last_error: "the mail server is down",
    payload: { mailId: 1 },
  });
  expect((await admin.run("jobs", "show", id)).out).toMatch(/^payload +\{"mailId":1\}$/m);
  expect(await admin.run("jobs", "show", "99")).toMatchObject(failed("no job 99"));
});

test("retry: a dead job is queued again and runs", async () => {
  const id = await deadMail();
  expect(await admin.run("jobs", "retry", id)).toMatchObject({ exitCode: 0, out: `Queued the job ${id} again.\n` });
  const server = await startTestServer({ store: admin.openStore() });
  await server.drainJobs();
  expect((await server.mails())[0]).toMatchObject({ sentAt: testNow.toISOString() });
  await server.stop();
  expect(await jobs("show", id)).toMatchObject({ state: "done", last_error: null });
  expect(await changesOf(store.read, `job:${Number(id)}`, 5)).toMatchObject([
    { via: "admin:ops", action: "retry_job", before: { state: "dead" }, after: { state: "queued" } },
  ]);
});

test("retry of a job that is not dead, or of an unknown one: refused", async () => {
  const id = await deadMail();
  await admin.run("jobs", "retry", id);
  expect(await admin.run("jobs", "retry", id)).toMatchObject({
    exitCode: 1,
    err: `error: job ${id} is queued; only a dead job can be queued again\n`,
  });
  expect(await admin.run("jobs", "retry", "99")).toMatchObject(failed("no job 99"));
});
