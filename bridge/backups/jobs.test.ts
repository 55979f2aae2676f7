import { afterEach, beforeEach, expect, test } from "bun:test";
import pino from "pino";
import { listJobs } from "#db/queries/common/job-records.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { lastBackup, saveLastBackup } from "#db/store/last-backup.ts";
import type { Store } from "#db/store/store.ts";
import { teamVisitor } from "#test/support/clients/team.ts";
import { addSite } from "#test/support/records/records.ts";
import { emptyStore, startTestServer, testNow } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import type { JobRunner } from "../jobs/runner.ts";
import { backupJobs } from "./jobs.ts";
import { dueBy } from "./make.ts";

const urlsOf = () => ({ base: "https://slipway.example", api: "", mcp: "", docs: "" });
const hoursLater = (hours: number) => new Date(testNow.getTime() + hours * 3_600_000);

let store: Store;
let jobs: JobRunner;
let clock: Date;
let made: Date[];
let outcome: (signal: AbortSignal) => Promise<void>;

beforeEach(async () => {
  store = emptyStore();
  await store.write((tx) => addSite(tx));
  clock = testNow;
  made = [];
  outcome = async () => {};
});
afterEach(async () => {
  await jobs.stop();
  await store.close();
});

function start(everyH: number) {
  const database = { path: store.read.path };
  const now = () => clock;
  async function make(signal: AbortSignal) {
    made.push(clock);
    await outcome(signal);
    const at = clock.toISOString();
    saveLastBackup(database, { at, result: "ok", error: null, goodAt: at, bytes: 5, dueBy: dueBy(clock, everyH) });
  }
  const backups = { everyH, database, make, now, emptyLog: store.emptyLog };
  const log = pino({ level: "silent" });
  jobs = startTestJobs({ store, log, now, jobs: backupJobs({ backups, teamEmail: "team@example.test", urlsOf }) });
}

async function runAt(hours: number) {
  clock = hoursLater(hours);
  await jobs.drain();
  return (await latestMails(store.read, 10)).map(({ subject }) => subject);
}

test("one backup per interval, and none if the interval is 0", async () => {
  start(6);
  for (const hours of [0, 1, 6, 7, 13]) expect(await runAt(hours)).toEqual([]);
  expect(made).toEqual([0, 6, 13].map(hoursLater));
  await jobs.stop();
  made = [];
  start(0);
  await runAt(100);
  expect(made).toEqual([]);
});

test("a failure: recorded at once, retried, and mailed once when the last attempt fails", async () => {
  start(24);
  await runAt(0);
  outcome = async () => {
    throw new Error("the storage is down");
  };
  await runAt(24);
  expect(lastBackup(store.read)).toEqual({
    at: hoursLater(24).toISOString(),
    result: "failed",
    error: "the storage is down",
    goodAt: testNow.toISOString(),
    bytes: 5,
    dueBy: hoursLater(48).toISOString(),
  });
  let mails: string[] = [];
  for (let attempt = 1; attempt < 20; attempt++) mails = await runAt(24 + attempt / 4);
  expect(mails).toEqual(["The backup failed (main)"]);
  const [mail] = await latestMails(store.read, 1);
  expect(mail!.textBody).toContain("The server could not make a backup: the storage is down.");
  expect((await listJobs(store.read, "dead", 10)).map(({ kind }) => kind)).toEqual(["backup"]);
  outcome = async () => {};
  await runAt(48);
  expect(lastBackup(store.read)).toMatchObject({ result: "ok", error: null });
});

test("older than twice the interval: one mail, however often the server looks", async () => {
  start(24);
  await runAt(0);
  outcome = () => Promise.withResolvers<void>().promise;
  clock = hoursLater(49);
  jobs.wake();
  await Bun.sleep(50);
  for (const hours of [49, 50, 51]) {
    clock = hoursLater(hours);
    jobs.wake();
    await Bun.sleep(50);
  }
  const mails = await latestMails(store.read, 10);
  expect(mails.map(({ subject }) => subject)).toEqual(["The backup is overdue (main)"]);
  expect(made).toHaveLength(2);
  await jobs.stop();
});

test("shutdown during a backup: it is stopped, not recorded as a failure, and made again after the start", async () => {
  start(24);
  outcome = (signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("it was stopped"))));
  jobs.wake();
  while (made.length === 0) await Bun.sleep(5);
  await jobs.stop();
  expect(lastBackup(store.read)).toBeNull();
  outcome = async () => {};
  start(24);
  await runAt(0);
  expect(made).toHaveLength(2);
  expect(lastBackup(store.read)).toMatchObject({ result: "ok" });
});

test("/team: admins see a failed or overdue backup, and other members do not", async () => {
  start(0);
  const server = await startTestServer();
  const at = testNow.toISOString();
  const base = { at, error: null, goodAt: at, bytes: 5 };
  const admin = await teamVisitor(server, "admin@example.test", "admin");
  const moderator = await teamVisitor(server, "moderator@example.test", "moderator");
  const seen = async () =>
    Promise.all([admin, moderator].map(async (one) => (await one.get("/team")).html.includes("backup")));
  const save = (last: object) => saveLastBackup(server.store.read, { ...base, result: "ok", dueBy: null, ...last });
  save({});
  expect(await seen()).toEqual([false, false]);
  save({ dueBy: "2020-01-01T00:00:00.000Z" });
  expect(await seen()).toEqual([true, false]);
  save({ result: "failed", error: "<b>the disk is full" });
  expect(await seen()).toEqual([true, false]);
  expect((await admin.get("/team")).html).toContain("&lt;b&gt;the disk is full");
  await server.stop();
});
