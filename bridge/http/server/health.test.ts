import { afterEach, describe, expect, test } from "bun:test";
import { endLease, listJobs } from "#db/queries/common/job-records.ts";
import { enqueue, retryJob } from "#db/queries/common/jobs.ts";
import { startTestServer, type TestServer } from "#test/support/server/harness.ts";
import { scheduled } from "#test/support/server/scheduled.ts";
import { defineScheduledJob } from "#tools/core/operations/declare-job.ts";
import { handleJob } from "#tools/core/operations/job.ts";
import { refundOrder } from "#tools/orders/jobs.ts";

let server: TestServer;
afterEach(() => server.stop());

const metrics = (headers: Record<string, string> = {}) => fetch(`${server.url}/metrics`, { headers });

describe("readiness", () => {
  test("503: a migration is missing; /healthz stays 200", async () => {
    server = await startTestServer();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    await server.store.write(async (tx) => void tx.$client.run("DELETE FROM __drizzle_migrations WHERE rowid = 1"));
    const response = await fetch(`${server.url}/readyz`);
    expect(response.status).toBe(503);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(await (await metrics()).text()).toContain("\nslipway_ready 0\n");
  });
});

describe("metrics", () => {
  test("responses by operation and status, over REST and MCP, with a consistent histogram per channel", async () => {
    server = await startTestServer();
    await server.get("/listings");
    await server.get("/listings?per_page=5");
    await server.get("/listings?per_page=many");
    await server.mcp("search_listings");
    const response = await metrics();
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const lines = (await response.text()).split("\n");
    expect(lines).toContain('slipway_requests_total{operation="search_listings",channel="rest",status="200"} 2');
    expect(lines).toContain('slipway_requests_total{operation="search_listings",channel="rest",status="422"} 1');
    expect(lines).toContain('slipway_requests_total{operation="search_listings",channel="mcp",status="200"} 1');
    expect(lines).toContainEqual(
      expect.stringMatching(/^slipway_request_seconds_total\{operation="search_listings",channel="rest"\} 0\.\d+$/),
    );
    const duration = "slipway_request_duration_seconds";
    expect(lines).toContain(`${duration}_bucket{channel="rest",le="+Inf"} 3`);
    expect(lines).toContain(`${duration}_count{channel="rest"} 3`);
    const buckets = lines
      .filter((line) => line.startsWith(`${duration}_bucket{channel="rest"`))
      .map((line) => Number(line.split(" ")[1]));
    expect(buckets).toHaveLength(15);
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  });

  test("memory, database size and write queue", async () => {
    server = await startTestServer();
    const sample = async (name: string) => {
      const text = await (await metrics()).text();
      return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
    };
    expect(await sample("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
    expect(await sample("slipway_database_bytes")).toBeGreaterThan(100_000);
    expect(await sample("slipway_write_queue_length")).toBe(0);
    const release = Promise.withResolvers<void>();
    const write = server.store.write(() => release.promise);
    expect(await sample("slipway_write_queue_length")).toBe(1);
    release.resolve();
    await write;
  });

  test("ended jobs: still counted after their deletion; no scheduled period runs twice", async () => {
    // In a month of 31 days, its job gets older than 30 days before the month ends.
    let clock = new Date("2026-10-01T00:00:05.000Z");
    let runs = 0;
    const monthly = handleJob({
      ...defineScheduledJob({ kind: "monthly", every: "month" }),
      run: async () => void runs++,
    });
    const sweep = scheduled("sweep");
    server = await startTestServer({ now: () => clock, periodic: [...sweep, monthly] });
    const { store } = server;
    await store.write(async (tx) => {
      for (const key of ["failed", "succeeded", "retried"]) await enqueue(tx, { kind: "unknown", key }, clock);
      await enqueue(tx, refundOrder.request({ number: "SW-2026-000001" }), clock);
    });
    const idOf = async (key: string) => (await listJobs(store.read, undefined, 100)).find((job) => job.key === key)!.id;
    const end = async (key: string, state: "done" | "dead") => {
      const id = await idOf(key);
      await store.write((tx) => endLease(tx, id, { state }, clock));
      return id;
    };
    await end("failed", "dead");
    await end("succeeded", "done");
    await end("refund-order:SW-2026-000001", "dead");
    const again = await end("retried", "dead");
    await store.write((tx) => retryJob(tx, again, clock));
    await end("retried", "done");
    await server.drainJobs();
    const counted = async () => {
      const text = await (await metrics()).text();
      return Number(/^slipway_jobs_ended_total\{state="dead"\} (\d+)$/m.exec(text)?.[1]);
    };
    expect([await counted(), runs]).toEqual([3, 1]);
    clock = new Date("2026-10-31T12:00:00.000Z");
    await server.drainJobs();
    await server.drainJobs();
    const kinds = (await listJobs(store.read, undefined, 100)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["monthly", "refund-order", "sweep"]);
    expect([await counted(), runs]).toEqual([3, 1]);
    clock = new Date("2026-12-01T12:00:00.000Z");
    await server.drainJobs();
    expect([await counted(), runs]).toEqual([3, 2]);
  });

  test("series: names that clients invent add none; pages and MCP have their own channel", async () => {
    server = await startTestServer();
    await server.get("/listings");
    await fetch(`${server.url}/`);
    await server.mcp("search_listings");
    const series = async () => (await (await metrics()).text()).match(/^slipway_requests_total.*(?= \d+$)/gm) ?? [];
    const unknown = (name: string) => expect(server.mcp(name)).rejects.toThrow("Unknown tool");
    await unknown("no_such_tool_0");
    const before = await series();
    for (const name of ["no_such_tool_1", 'x"} 1', "__proto__"]) await unknown(name);
    await server.get("/no-such-path");
    await server.get("/another-path");
    const added = new Set(await series()).difference(new Set(before));
    expect([...added]).toEqual(['slipway_requests_total{operation="unknown_path",channel="rest",status="404"}']);
    expect(before).toContain('slipway_requests_total{operation="front",channel="page",status="200"}');
    expect(before).toContain('slipway_requests_total{operation="search_listings",channel="mcp",status="200"}');
  });

  test("jobs by kind: number and age of the oldest; waiting and dead mails", async () => {
    const clock = new Date("2026-10-01T00:10:00.000Z");
    server = await startTestServer({ now: () => clock });
    const { store } = server;
    const due = (minutes: number) => new Date(clock.getTime() - minutes * 60_000);
    await store.write(async (tx) => {
      await enqueue(tx, { kind: "mail", key: "a", runAt: due(5) }, clock);
      await enqueue(tx, { kind: "mail", key: "b", runAt: due(-5) }, clock);
      await enqueue(tx, { kind: "mail", key: "c", runAt: due(9) }, clock);
      await enqueue(tx, { kind: "later", key: "d", runAt: due(-5) }, clock);
    });
    const dead = (await listJobs(store.read, undefined, 100)).find((job) => job.key === "c")!.id;
    await store.write((tx) => endLease(tx, dead, { state: "dead" }, clock));
    const lines = (await (await metrics()).text()).split("\n");
    for (const line of [
      'slipway_jobs{kind="mail",state="queued"} 2',
      'slipway_jobs{kind="mail",state="dead"} 1',
      'slipway_job_oldest_age_seconds{kind="mail",state="queued"} 300',
      'slipway_job_oldest_age_seconds{kind="mail",state="dead"} 540',
      'slipway_job_oldest_age_seconds{kind="later",state="queued"} 0',
      'slipway_mails{state="waiting"} 2',
      'slipway_mails{state="dead"} 1',
    ])
      expect(lines).toContain(line);
  });

  test.skipIf(!Bun.which("promtool"))("promtool check metrics: no complaint", async () => {
    server = await startTestServer();
    await server.get("/listings");
    const check = Bun.spawn(["promtool", "check", "metrics"], {
      stdin: await metrics(),
      stdout: "pipe",
      stderr: "pipe",
    });
    expect(await new Response(check.stdout).text()).toBe("");
    expect(await new Response(check.stderr).text()).toBe("");
    expect(await check.exited).toBe(0);
  });

  test("every line: a comment or a sample of the text format", async () => {
    server = await startTestServer();
    await server.get("/listings");
    const text = await (await metrics()).text();
    expect(text.endsWith("\n")).toBe(true);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? \d+(\.\d+)?(e-?\d+)?)$/);
  });

  const token = "a-token-of-some-length";

  test.each(["x-forwarded-for", "forwarded", "x-real-ip", "via"])(
    "404: a request with %s from a proxy on loopback",
    async (field) => {
      server = await startTestServer({ metricsToken: token });
      expect((await metrics({ [field]: "127.0.0.1" })).status).toBe(404);
      const withToken = await metrics({ [field]: "203.0.113.9", authorization: `Bearer ${token}` });
      expect(withToken.status).toBe(200);
    },
  );

  test("404: a wrong token, or any token if none is set", async () => {
    server = await startTestServer({ metricsToken: token });
    const proxied = { "x-forwarded-for": "203.0.113.9" };
    for (const wrong of ["Bearer wrong", `Bearer ${token}x`, `Basic ${token}`, "Bearer "])
      expect((await metrics({ ...proxied, authorization: wrong })).status).toBe(404);
    await server.stop();
    server = await startTestServer();
    expect((await metrics({ ...proxied, authorization: "Bearer undefined" })).status).toBe(404);
  });
});
