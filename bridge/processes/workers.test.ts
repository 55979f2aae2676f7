import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { queueMail } from "#db/queries/common/mail.ts";
import { latestMails } from "#db/queries/common/mail-records.ts";
import { openStore } from "#db/store/file-store.ts";
import { newDataDir, run } from "#test/support/server/process.ts";
import { type Line, startWorkers, type TestWorkers } from "#test/support/server/workers.ts";

const listings = "/api/v1/listings?per_page=1";
const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

/** A listing of the demo's own account. */
const own = "/api/v1/me/listings/3";

describe("two workers without rate limits", () => {
  let pool: TestWorkers;
  beforeAll(async () => {
    pool = await startWorkers({ RATE_LIMITS: "off" });
  });
  afterAll(() => pool.kill());

  test("a write acknowledged by one worker is visible in the other immediately", async () => {
    const [writing, reading] = await Promise.all([pool.lineTo(1), pool.lineTo(2)]);
    const headers = pool.authorized;
    let isOver = false;
    // Other clients read all the time, so that our reads share their transactions.
    const readOn = async (line: Line) => {
      while (!isOver) await line.ask("GET", own, { headers });
    };
    const lines = await Promise.all([1, 2, 3].map(() => pool.lineTo(2)));
    const others = Promise.all(lines.map(readOn));
    try {
      for (let i = 0; i < 100; i++) {
        const headline = `Headline number ${i}`;
        const written = await writing.ask("PATCH", own, { headers, body: { fields: { headline } } });
        expect(written.status).toBe(200);
        expect((await reading.ask("GET", own, { headers })).json.headline).toBe(headline);
      }
    } finally {
      isOver = true;
      await others;
    }
  });

  test("workers killed during writes: every acknowledged write is there exactly once", async () => {
    const add = async (title: string, line: Line): Promise<void> => {
      const headers = { ...pool.authorized, "idempotency-key": title };
      const body = { date: "2026-01-01", title };
      // A broken connection leaves the result open, so the request is repeated with the same key.
      const answer = await line.ask("POST", `${own}/milestones`, { headers, body }).catch(() => null);
      if (answer === null) return add(title, line);
      expect(answer.status).toBe(201);
    };
    const titles: string[] = [];
    for (const [round, victim] of [1, 2].entries()) {
      const waiting = Array.from({ length: 30 }, (_, i) => `Milestone ${i} of round ${round}`);
      titles.push(...waiting);
      let replaced: Promise<void> | undefined;
      const client = async (line: Line) => {
        for (let title = waiting.shift(); title; title = waiting.shift()) {
          await add(title, line);
          if (waiting.length < 20) replaced ??= pool.replace(victim, "SIGKILL");
        }
      };
      await Promise.all(Array.from({ length: 6 }, () => client(pool.line())));
      await replaced;
    }
    const { json } = await pool.line().ask("GET", own, { headers: pool.authorized });
    const stored: string[] = json.milestones.map(({ title }: { title: string }) => title);
    expect(stored.filter((title) => title.includes(" of round ")).sort()).toEqual(titles.sort());
  });

  test("the worker with the jobs is killed: the other one takes over, and no job runs twice", async () => {
    const store = openStore(join(pool.dataDir, "slipway.db"));
    const recipients = Array.from({ length: 60 }, (_, i) => `person-${i}@example.test`);
    const queue = (some: string[]) =>
      store.write(async (tx) => {
        for (const recipient of some)
          await queueMail(tx, { recipient, subject: "Hello", textBody: "Hello", htmlBody: "<p>Hello</p>" }, new Date());
      });
    const from = pool.lines().length;
    const isDone = ({ msg, kind }: { msg: string; kind?: string }) => msg === "job done" && kind === "mail";
    await queue(recipients.slice(0, 10));
    const { worker } = await pool.logged(isDone, from);
    await queue(recipients.slice(10, 40));
    await pool.replace(worker, "SIGKILL");
    const afterKill = pool.lines().length;
    await queue(recipients.slice(40));
    expect((await pool.logged(isDone, afterKill)).worker).toBe(3 - worker);
    while ((await latestMails(store.read, 60)).some(({ sentAt }) => sentAt === null)) await Bun.sleep(20);
    const done = pool.lines().slice(from).filter(isDone);
    expect(new Set(done.map(({ job }) => job)).size).toBe(done.length);
    // A scheduled job may be running.
    const states = "SELECT DISTINCT state FROM jobs WHERE kind = 'mail'";
    expect(store.read.$client.query(states).values()).toEqual([["done"]]);
    await store.close();
  });

  test("SIGTERM to a worker: it answers all its requests and is replaced", async () => {
    const lines = [await pool.lineTo(1), ...Array.from({ length: 20 }, () => pool.line())];
    let isOver = false;
    const asking = lines.map(async (line) => {
      for (let answers = 0; ; answers++) {
        if (isOver) return answers;
        expect((await line.ask("GET", listings)).status).toBe(200);
      }
    });
    await pool.replace(1, "SIGTERM");
    isOver = true;
    expect(Math.min(...(await Promise.all(asking)))).toBeGreaterThan(0);
  });

  test("SIGHUP: the workers are replaced one after the other, and every request is answered", async () => {
    const before = [1, 2].map(pool.pidOf);
    const from = pool.lines().length;
    let isOver = false;
    // Linux resets a new connection that a closing worker has not accepted yet. Proxies then use another one.
    const askAnew = async () => {
      for (let attempt = 1; ; attempt++)
        try {
          return await pool.line().ask("GET", listings);
        } catch (error) {
          if ((error as { code?: string }).code !== "ECONNRESET" || attempt === 3) throw error;
        }
    };
    const asking = Array.from({ length: 20 }, async (_, i) => {
      const kept = pool.line();
      while (!isOver) expect((await (i % 2 === 0 ? kept.ask("GET", listings) : askAnew())).status).toBe(200);
    });
    const restarts = await pool.sample("slipway_worker_restarts_total");
    pool.child.kill("SIGHUP");
    await pool.logged(({ msg }) => msg === "workers reloaded", from);
    isOver = true;
    await Promise.all(asking);
    expect([1, 2].map(pool.pidOf).filter((pid) => before.includes(pid))).toEqual([]);
    expect(before.filter(isRunning)).toEqual([]);
    expect(await pool.sample("slipway_worker_restarts_total")).toBe(restarts);
    expect(await pool.sample("slipway_workers")).toBe(2);
  });

  test("/metrics of any worker: the totals of all workers, including ended ones", async () => {
    const counted = 'slipway_requests_total{operation="get_site_info",channel="rest",status="200"}';
    for (const number of [1, 2]) {
      const line = await pool.lineTo(number);
      for (let i = 0; i < 10; i++) await line.ask("GET", "/api/v1/site");
    }
    expect(await pool.sample(counted)).toBe(20);
    const restarts = await pool.sample("slipway_worker_restarts_total");
    await pool.replace(1, "SIGTERM");
    expect(await pool.sample(counted)).toBe(20);
    await pool.replace(2, "SIGKILL");
    // The counts are kept, because the last scrape has collected them.
    expect(await pool.sample(counted)).toBe(20);
    expect(await pool.sample("slipway_worker_restarts_total")).toBe(restarts + 2);
    expect(await pool.sample("slipway_workers")).toBe(2);
  });
});

describe("rate limits", () => {
  let pool: TestWorkers;
  beforeAll(async () => {
    pool = await startWorkers();
  });
  afterAll(() => pool.kill());

  test("calls to one worker count in the other and in its replacement", async () => {
    const [one, other] = await Promise.all([pool.lineTo(1), pool.lineTo(2)]);
    const spend = async (line: Line) => (await line.ask("GET", listings)).status;
    for (let i = 0; i < 60; i++) expect(await spend(one)).toBe(200);
    expect(await spend(one)).toBe(429);
    // The other worker learns of them a moment later; on its own it would allow 60.
    let late = 0;
    for (; late < 50 && (await spend(other)) === 200; late++) await Bun.sleep(50);
    expect(late).toBeLessThan(50);
    await pool.replace(1, "SIGKILL");
    expect(await spend(await pool.lineTo(1))).toBe(429);
  });
});

describe("workers that end", () => {
  test("a worker hangs: it is killed and replaced", async () => {
    const pool = await startWorkers({ RATE_LIMITS: "off" }, "test/support/server/impatient-server.ts");
    const from = pool.lines().length;
    await pool.replace(2, "SIGSTOP");
    expect(pool.lines().slice(from)).toContainEqual(
      expect.objectContaining({ worker: 2, msg: "worker killed because it was not responding" }),
    );
    expect((await (await pool.lineTo(2)).ask("GET", listings)).status).toBe(200);
    await pool.kill();
  });

  test("the supervisor is killed: its workers end and free the port and the database", async () => {
    const pool = await startWorkers();
    const pids = [1, 2].map(pool.pidOf);
    await pool.kill();
    while (pids.some(isRunning)) await Bun.sleep(20);
    const next = await startWorkers({ DATA_DIR: pool.dataDir, PORT: new URL(pool.url).port });
    expect((await next.line().ask("GET", listings)).status).toBe(200);
    next.child.kill("SIGTERM");
    expect((await next.ended()).exitCode).toBe(0);
    expect(Bun.file(join(pool.dataDir, "slipway.db-wal")).size).toBe(0);
  });

  test("no worker can start: the server ends with one line that gives the reason", async () => {
    const taken = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    for (const [environment, reason] of [
      [{ PORT: String(taken.port) }, /^PORT: another program is already listening[^\n]*\n$/],
      [{ PORT: "0", CHROMIUM_PATH: "/no/such/file" }, /^CHROMIUM_PATH: must be an existing file[^\n]*\n$/],
    ] as const) {
      const server = run("bridge/start/main.ts", {
        WORKERS: "2",
        SEED: "none",
        DATA_DIR: newDataDir(),
        ...environment,
      });
      expect(await server.ended()).toEqual({ exitCode: 1, out: "", err: expect.stringMatching(reason) });
    }
    taken.stop(true);
  });
});
