import { afterEach, beforeEach, expect, test } from "bun:test";
import { hostname } from "node:os";
import pino from "pino";
import * as z from "zod";
import { listJobs } from "#db/queries/common/job-records.ts";
import { claimJob, enqueue, jobCounts, retryJob } from "#db/queries/common/jobs.ts";
import { StorageFull } from "#db/store/storage-full.ts";
import type { Store, Tx } from "#db/store/store.ts";
import { emptyStore, testNow } from "#test/support/server/harness.ts";
import { startTestJobs } from "#test/support/server/jobs.ts";
import { defineScheduledJob } from "#tools/core/operations/declare-job.ts";
import { handleJob, type Job, PermanentFailure } from "#tools/core/operations/job.ts";
import { type JobRunner, retryDelayMs } from "./runner.ts";

let store: Store;
let clock: Date;
const runners: JobRunner[] = [];

beforeEach(() => {
  store = emptyStore();
  store.write(async (tx) => tx.$client.run("CREATE TABLE effects (name TEXT)"));
  clock = new Date(testNow);
});
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
  await store.close();
});

function runner(jobs: Job[], leaseMs = 60_000): JobRunner {
  const made = startTestJobs({ store, now: () => clock, jobs, leaseMs });
  runners.push(made);
  return made;
}

const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const ask = (key: string, payload: Record<string, unknown> = {}, maxAttempts?: number) =>
  store.write((tx) => enqueue(tx, { kind: "note", key, payload, maxAttempts }, clock));
const addEffect = async (tx: Tx, name: string) => void tx.$client.query("INSERT INTO effects VALUES (?)").run(name);
const effects = () =>
  store.read.$client
    .query<{ name: string }, []>("SELECT name FROM effects")
    .all()
    .map((row) => row.name);
const states = async () => Object.fromEntries((await jobCounts(store.read)).map((row) => [row.state, row.count]));

const note = (run?: Job["run"], more: Partial<Job> = {}) =>
  handleJob({
    kind: "note",
    payload: z.object({ text: z.string().default("") }),
    run:
      run ??
      (async (_, { text }) =>
        (tx) =>
          addEffect(tx, String(text))),
    ...more,
  });

test("a job: runs once, and its effect is committed with it", async () => {
  await ask("a", { text: "one" });
  await ask("a", { text: "the same key again" });
  const jobs = runner([note()]);
  await jobs.drain();
  await jobs.drain();
  expect(effects()).toEqual(["one"]);
  expect(await states()).toEqual({ done: 1 });
});

test("a failing job: retried with growing delays, then dead", async () => {
  let runs = 0;
  let isGivenUp = false;
  const failing = note(
    async () => {
      runs++;
      throw new Error("the other side is down");
    },
    {
      onDead: async () => {
        isGivenUp = true;
        return undefined;
      },
    },
  );
  await ask("a", {}, 3);
  const jobs = runner([failing]);
  await jobs.drain();
  await jobs.drain();
  expect(runs).toBe(1);
  later(6_000);
  await jobs.drain();
  later(12_000);
  await jobs.drain();
  expect({ runs, isGivenUp }).toEqual({ runs: 3, isGivenUp: true });
  expect(await listJobs(store.read, "dead", 10)).toMatchObject([{ attempts: 3, lastError: "the other side is down" }]);
});

test("a permanent failure: not retried; the dead job can be queued again", async () => {
  let isBroken = true;
  await ask("a", { text: "mended" });
  const jobs = runner([
    note(async (_, { text }) => {
      if (isBroken) throw new PermanentFailure("no such address");
      return (tx) => addEffect(tx, String(text));
    }),
  ]);
  await jobs.drain();
  const [dead] = await listJobs(store.read, "dead", 10);
  expect(dead).toMatchObject({ attempts: 1 });
  isBroken = false;
  expect(await store.write((tx) => retryJob(tx, dead!.id, clock))).toBe(true);
  expect(await store.write((tx) => retryJob(tx, dead!.id, clock))).toBe(false);
  await jobs.drain();
  expect(effects()).toEqual(["mended"]);
});

test("a failing effect: rolled back, and the job runs again", async () => {
  let runs = 0;
  await ask("a");
  const jobs = runner([
    note(async () => async (tx) => {
      await addEffect(tx, "half");
      if (++runs === 1) throw new Error("constraint");
    }),
  ]);
  await jobs.drain();
  expect(effects()).toEqual([]);
  later(6_000);
  await jobs.drain();
  expect(effects()).toEqual(["half"]);
});

test("an expired lease: another process takes the job, and the first one can no longer write", async () => {
  let letGo!: () => void;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await ask("a", { text: "x" });
  const slow = runner([
    note(async () => {
      await held;
      return (tx) => addEffect(tx, "from the late one");
    }),
  ]);
  const first = slow.drain();
  await Bun.sleep(20);
  const second = runner([note(async () => (tx) => addEffect(tx, "from the second"))]);
  await second.drain();
  expect(effects()).toEqual([]);
  later(61_000);
  await second.drain();
  letGo();
  await first;
  expect(effects()).toEqual(["from the second"]);
});

test("a process suspended past its own lease: the job runs once", async () => {
  let runs = 0;
  let letGo!: () => void;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await ask("a");
  const jobs = runner([
    note(
      async () => {
        runs++;
        await held;
        return (tx) => addEffect(tx, "once");
      },
      { concurrency: 2 },
    ),
  ]);
  const drained = jobs.drain();
  await Bun.sleep(20);
  later(61_000);
  jobs.wake();
  await Bun.sleep(20);
  letGo();
  await drained;
  expect({ runs, effects: effects() }).toEqual({ runs: 1, effects: ["once"] });
});

test("stop: running jobs are released, and the attempt is not counted", async () => {
  await ask("a");
  const jobs = startTestJobs({
    store,
    now: () => clock,
    jobs: [
      note(async ({ signal }) => {
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        return undefined;
      }),
    ],
  });
  jobs.wake();
  await Bun.sleep(20);
  await jobs.stop();
  expect(await listJobs(store.read, "queued", 10)).toMatchObject([{ attempts: 0, leaseOwner: null }]);
});

test("a scheduled job with several runners: runs once per period", async () => {
  const hourly = handleJob({
    ...defineScheduledJob({ kind: "hourly", every: "hour" }),
    run:
      async ({ now }) =>
      (tx) =>
        addEffect(tx, now.toISOString().slice(0, 13)),
  });
  const pair = [runner([hourly]), runner([hourly])];
  const drainAll = () => Promise.all(pair.map((jobs) => jobs.drain()));
  await drainAll();
  await drainAll();
  later(3_600_000);
  await drainAll();
  expect(effects()).toEqual(["2026-11-18T12", "2026-11-18T13"]);
});

test("wake at the moment a poll ends: another poll runs", async () => {
  const hourly = handleJob({
    ...defineScheduledJob({ kind: "hourly", every: (now) => now.toISOString() }),
    run: async () => (tx) => addEffect(tx, "ran"),
  });
  const jobs = runner([hourly]);
  await jobs.drain();
  for (let turns = 0; turns < 100; turns++) {
    jobs.wake();
    // One of these microtasks is the end of the poll.
    for (let turn = 0; turn < turns; turn++) await undefined;
    later(3_600_000);
    await jobs.drain();
    expect([turns, effects().length]).toEqual([turns, turns + 2]);
  }
});

test("the queue cannot be written: logged once, and jobs continue automatically afterwards", async () => {
  await ask("a", { text: "waits" });
  let isFull = true;
  let refused = 0;
  const write: Store["write"] = (work) => {
    if (!isFull) return store.write(work);
    refused++;
    return Promise.reject(new StorageFull());
  };
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const jobs = startTestJobs({ store: { ...store, write }, now: () => clock, jobs: [note()], log, pollMs: 5 });
  runners.push(jobs);
  while (refused < 5) await Bun.sleep(5);
  expect([jobs.isHealthy(), effects(), lines]).toEqual([false, [], ["job queue stalled"]]);
  isFull = false;
  while (effects().length === 0 || !jobs.isHealthy()) await Bun.sleep(5);
  const ofQueue = lines.filter((line) => line.startsWith("job queue"));
  expect(ofQueue).toEqual(["job queue stalled", "job queue resumed"]);
});

test("a job that does not end, and a clock that jumps: a log line for each", async () => {
  await ask("a");
  let isEnding = false;
  const endless = note(async () => {
    while (!isEnding) await Bun.sleep(5);
    return undefined;
  });
  const lines: { msg: string; kind?: string; seconds?: number }[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  runners.push(startTestJobs({ store, now: () => clock, jobs: [endless], log, pollMs: 5, leaseMs: 3 }));
  while (lines.length < 1) await Bun.sleep(5);
  later(3_600_000);
  while (lines.length < 2) await Bun.sleep(5);
  later(-3_600_000);
  while (lines.length < 3) await Bun.sleep(5);
  isEnding = true;
  expect(lines).toMatchObject([
    { msg: "job has been running for 15 minutes", kind: "note" },
    { msg: "the clock jumped", seconds: 3600 },
    { msg: "the clock jumped", seconds: -3600 },
  ]);
});

test("concurrency: at most that many jobs of a kind run at once", async () => {
  let atOnce = 0;
  let most = 0;
  const busy = note(
    async () => {
      most = Math.max(most, ++atOnce);
      await Bun.sleep(5);
      atOnce--;
      return undefined;
    },
    { concurrency: 2 },
  );
  for (const key of ["a", "b", "c", "d", "e"]) await ask(key);
  await runner([busy]).drain();
  expect(most).toBe(2);
  expect(await states()).toEqual({ done: 5 });
});

test("lanes: one job of a lane runs at a time, other lanes run in parallel", async () => {
  const running = new Set<string>();
  const seen: string[][] = [];
  const crawl = handleJob({
    kind: "crawl",
    payload: z.object({ lane: z.string() }),
    concurrency: 4,
    async run(_, { lane }) {
      expect(running.has(lane)).toBeFalse();
      running.add(lane);
      seen.push([...running].sort());
      await Bun.sleep(20);
      running.delete(lane);
      return undefined;
    },
  });
  await store.write(async (tx) => {
    for (const key of ["a1", "a2", "a3", "b1"])
      await enqueue(tx, { kind: "crawl", key, lane: key[0], payload: { lane: key[0] } }, clock);
  });
  await runner([crawl]).drain();
  expect(seen).toHaveLength(4);
  expect(seen).toContainEqual(["a", "b"]);
});

test("claims: the earliest due job of the free kinds, except in a lane that is taken", async () => {
  const at = (seconds: number) => new Date(clock.getTime() + seconds * 1000);
  await store.write(async (tx) => {
    for (const [kind, key, seconds, lane] of [
      ["b", "third", -1, undefined],
      ["a", "second", -2, "x"],
      ["b", "first", -3, "x"],
      ["c", "of another kind", -4, undefined],
      ["a", "in the future", 1, undefined],
    ] as const)
      await enqueue(tx, { kind, key, lane, runAt: at(seconds) }, clock);
  });
  const claim = async (now: Date) =>
    (await store.write((tx) => claimJob(tx, "me", ["a", "b"], new Date(now.getTime() + 5000), now)))?.key;
  expect([await claim(clock), await claim(clock), await claim(clock)]).toEqual(["first", "third", undefined]);
  // The leases have expired.
  expect([await claim(at(9)), await claim(at(9))]).toEqual(["first", "third"]);
  expect([await claim(at(9)), await claim(at(20))]).toEqual(["in the future", "first"]);
});

test("a lease of a dead process on this machine: taken over at the next start", async () => {
  const child = Bun.spawn(["true"]);
  await child.exited;
  await ask("orphan");
  const owner = `${hostname()}:${child.pid}:1`;
  const until = new Date(clock.getTime() + 3_600_000);
  await store.write((tx) => claimJob(tx, owner, ["note"], until, clock));
  const done = Promise.withResolvers<void>();
  const note = handleJob({
    kind: "note",
    payload: z.object({}),
    run: async () => async () => done.resolve(),
  });
  runners.push(startTestJobs({ store, now: () => clock, jobs: [note], pollMs: 10 }));
  await done.promise;
});

test("a job that kills its process in every attempt: dead", async () => {
  let runs = 0;
  const errors: string[] = [];
  const deadly = handleJob({
    kind: "note",
    payload: z.object({}),
    async run() {
      runs++;
      return undefined;
    },
    async onDead(_job, _payload, error) {
      errors.push(error.message);
      return undefined;
    },
  });
  await ask("deadly", {}, 2);
  for (let attempt = 0; attempt < 2; attempt++) {
    await store.write((tx) => claimJob(tx, "elsewhere:1:1", ["note"], clock, clock));
    later(1);
  }
  await runner([deadly]).drain();
  expect([runs, errors]).toEqual([0, ["its process died on every attempt"]]);
  expect(await jobCounts(store.read)).toEqual([{ state: "dead", count: 1 }]);
});

test("retryDelayMs: doubles from 5 s to an hour, plus or minus a tenth", () => {
  expect([1, 2, 3, 20].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual([5_000, 10_000, 20_000, 3_600_000]);
  expect(retryDelayMs(1, 0)).toBe(4_500);
  expect(retryDelayMs(1, 1)).toBe(5_500);
});
