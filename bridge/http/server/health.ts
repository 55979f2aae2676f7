import { createHash, timingSafeEqual } from "node:crypto";
import type { Elysia } from "elysia";
import { jobTotals } from "#db/queries/common/jobs.ts";
import { ratesAgeDays } from "#tools/orders/vat/rates.ts";
import type { WorkerReport } from "../../processes/worker-pool.ts";
import { metricsText, type ProcessReport } from "./metrics.ts";
import { everyAnswer, plainAnswer } from "./plain-answer.ts";
import type { Runtime } from "./runtime.ts";

/** `/healthz`: the process answers. `/readyz`: so does the database, with all migrations. `/metrics`: counts, for us. */
export function mountHealth(app: Elysia, runtime: Runtime): void {
  app.get("/healthz", () => plainAnswer(200, "ok"));
  app.get("/readyz", () =>
    runtime.store.isReady()
      ? Response.json({ status: "ready" }, { headers: uncached })
      : Response.json(
          { status: "unavailable", database: "does not answer, or lacks migrations of this build" },
          { status: 503, headers: { ...uncached, "retry-after": "5" } },
        ),
  );
  app.get("/metrics", async ({ request }) => {
    if (!maySeeMetrics(request, runtime)) return plainAnswer(404, "Not found");
    const { operations, processes, workers } = runtime.pool ? await runtime.pool.report() : alone(runtime);
    const { bytes, beginMs } = runtime.store.load();
    const node = runtime.nodes ? { role: runtime.store.role, ...runtime.store.position(), beginMs } : null;
    const jobs = await jobTotals(runtime.store.read);
    const gauges = { databaseBytes: bytes, vatRatesAgeDays: ratesAgeDays(runtime.now()), jobs, node };
    return new Response(metricsText(operations, { ...gauges, processes, workers }), {
      headers: { ...uncached, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
  });
}

/** What this process tells of itself. */
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

function alone(runtime: Runtime): WorkerReport {
  const own = reportOf(runtime);
  return { operations: own.operations, processes: [own], workers: null };
}

const uncached = { ...everyAnswer, "cache-control": "no-store" };

const loopback = /^(?:::ffff:)?127\.|^::1$/;
/** Fields by which a reverse proxy gives itself away: the peer of what it passes on is the proxy, not the caller. */
const proxyFields = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

function maySeeMetrics(request: Request, runtime: Runtime): boolean {
  const isProxied = proxyFields.some((name) => request.headers.has(name));
  if (!isProxied && loopback.test(runtime.peerAddress(request) ?? "")) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return given !== undefined && runtime.metricsToken !== undefined && isSame(given, runtime.metricsToken);
}

// Hashed first, so that the comparison takes the same time whatever the lengths.
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => createHash("sha256").update(text).digest();
