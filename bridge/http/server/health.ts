import { createHash, timingSafeEqual } from "node:crypto";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { Elysia } from "elysia";
import { jobBacklog, jobTotals } from "#db/queries/common/jobs.ts";
import { inboxKinds, waitingOf } from "#db/queries/moderation/inbox.ts";
import { allSites } from "#db/queries/sites/sites.ts";
import { lastBackup } from "#db/store/last-backup.ts";
import type { Db } from "#db/store/store.ts";
import { ratesAgeDays } from "#tools/orders/vat/rates.ts";
import type { WorkerReport } from "../../processes/worker-pool.ts";
import { type Family, families, type Gauges, metricsText, type ProcessReport } from "./metrics.ts";
import { everyAnswer, plainAnswer } from "./plain-answer.ts";
import type { Runtime } from "./runtime.ts";

/**
 * `/healthz` checks the process, and `/readyz` checks the database and its migrations. `/metrics` is for the operator
 * only.
 */
export function mountHealth(app: Elysia, runtime: Runtime): void {
  app.get("/healthz", () => plainAnswer(200, "ok"));
  app.get("/readyz", () =>
    isReady(runtime)
      ? Response.json({ status: "ready" }, { headers: uncached })
      : Response.json(
          { status: "unavailable", database: "does not respond, or lacks migrations that this build needs" },
          { status: 503, headers: { ...uncached, "retry-after": "5" } },
        ),
  );
  app.get("/metrics", async ({ request }) => {
    if (!maySeeMetrics(request, runtime)) return plainAnswer(404, "Not found");
    return new Response(metricsText(await currentMetrics(runtime)), {
      headers: { ...uncached, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  });
}

let wasReady = true;

/** Logs each change, because a server without requests would otherwise be silent. */
function isReady({ store, log }: Pick<Runtime, "store" | "log">): boolean {
  const ready = store.isReady();
  if (ready !== wasReady) log[ready ? "info" : "error"](ready ? "database is ready again" : "database is not ready");
  wasReady = ready;
  return ready;
}

/** The metrics of all workers. */
export async function currentMetrics(runtime: Runtime): Promise<Iterable<Family>> {
  const report = runtime.pool ? await runtime.pool.report() : ownReport(runtime);
  const { read, load, role, position } = runtime.store;
  const now = runtime.now();
  const { bytes, walBytes, beginMs } = load();
  const { bavail, blocks, bsize } = statfsSync(dirname(read.path));
  return families(report, {
    isReady: isReady(runtime),
    databaseBytes: bytes,
    walBytes,
    disk: { freeBytes: bavail * bsize, sizeBytes: blocks * bsize },
    vatRatesAgeSeconds: ratesAgeDays(now) * 86_400,
    backup: lastBackup(read),
    backlog: await jobBacklog(read, now),
    jobsEnded: await jobTotals(read),
    cases: await casesOf(read),
    node: runtime.nodes ? { role, ...position(), beginMs } : null,
    processes: report.processes,
    workers: report.workers,
    now,
  });
}

/** Counts the open cases of all sites. Dead jobs are counted by kind instead. */
async function casesOf(read: Db): Promise<Gauges["cases"]> {
  const sites = await allSites(read);
  const kinds = inboxKinds.filter((kind) => kind !== "failed_jobs" && kind !== "refused_mails");
  const caseOf = async (kind: (typeof kinds)[number]) => {
    const waiting = await Promise.all(sites.map(({ id }) => waitingOf(read, kind, id)));
    const oldest = waiting.flatMap((one) => one.oldest ?? []).sort()[0] ?? null;
    return { kind, count: waiting.reduce((sum, one) => sum + one.count, 0), oldest };
  };
  return Promise.all(kinds.map(caseOf));
}

export function reportOf({ metrics, store }: Pick<Runtime, "metrics" | "store">): ProcessReport {
  const { pendingWrites, isFull } = store.load();
  return {
    operations: metrics.counts,
    counters: metrics.counters,
    cpuSeconds: cpuSeconds(),
    residentBytes: process.memoryUsage.rss(),
    startedAt: Math.round(Date.now() / 1000 - process.uptime()),
    pendingWrites,
    isStorageFull: isFull,
  };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function ownReport(runtime: Runtime): WorkerReport {
  const own = reportOf(runtime);
  return { ...own, processes: [own], workers: null };
}

const uncached = { ...everyAnswer, "cache-control": "no-store" };

const loopback = /^(?:::ffff:)?127\.|^::1$/;
/** Header fields that reverse proxies add. If one is present, the peer is the proxy and not the caller. */
const proxyFields = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

function maySeeMetrics(request: Request, runtime: Runtime): boolean {
  const isProxied = proxyFields.some((name) => request.headers.has(name));
  if (!isProxied && loopback.test(runtime.peerAddress(request) ?? "")) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return given !== undefined && runtime.metricsToken !== undefined && isSame(given, runtime.metricsToken);
}

// Both texts are hashed first, so that the comparison takes the same time for any length.
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => createHash("sha256").update(text).digest();
