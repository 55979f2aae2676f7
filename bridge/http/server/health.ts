import { createHash, timingSafeEqual } from "node:crypto";
import type { Elysia } from "elysia";
import { jobTotals } from "#db/queries/common/jobs.ts";
import { ratesAgeDays } from "#tools/orders/vat/rates.ts";
import type { WorkerReport } from "../../processes/worker-pool.ts";
import { metricsText, type ProcessReport } from "./metrics.ts";
import { everyAnswer, plainAnswer } from "./plain-answer.ts";
import type { Runtime } from "./runtime.ts";

/**
 * `/healthz` checks the process, and `/readyz` checks the database and its migrations. `/metrics` is for the operator
 * only.
 */
export function mountHealth(app: Elysia, runtime: Runtime): void {
  app.get("/healthz", () => plainAnswer(200, "ok"));
  app.get("/readyz", () =>
    runtime.store.isReady()
      ? Response.json({ status: "ready" }, { headers: uncached })
      : Response.json(
          { status: "unavailable", database: "does not respond, or lacks migrations that this build needs" },
          { status: 503, headers: { ...uncached, "retry-after": "5" } },
        ),
  );
  app.get("/metrics", async ({ request }) => {
    if (!maySeeMetrics(request, runtime)) return plainAnswer(404, "Not found");
    const { operations, processes, workers } = runtime.pool ? await runtime.pool.report() : ownReport(runtime);
    const { bytes, beginMs } = runtime.store.load();
    const node = runtime.nodes ? { role: runtime.store.role, ...runtime.store.position(), beginMs } : null;
    const jobs = await jobTotals(runtime.store.read);
    const gauges = { databaseBytes: bytes, vatRatesAgeDays: ratesAgeDays(runtime.now()), jobs, node };
    return new Response(metricsText(operations, { ...gauges, processes, workers }), {
      headers: { ...uncached, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  });
}

export function reportOf({ metrics, store }: Pick<Runtime, "metrics" | "store">): ProcessReport {
  const { pendingWrites, isFull } = store.load();
  return {
    operations: metrics.counts,
    residentBytes: process.memoryUsage.rss(),
    startedAt: Math.round(Date.now() / 1000 - process.uptime()),
    pendingWrites,
    isStorageFull: isFull,
  };
}

function ownReport(runtime: Runtime): WorkerReport {
  const own = reportOf(runtime);
  return { operations: own.operations, processes: [own], workers: null };
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
