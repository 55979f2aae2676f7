import { afterEach, describe, expect, test } from "bun:test";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import pino from "pino";
import { demoDataDir } from "#test/support/server/demo-data-dir.ts";
import { runServer } from "#test/support/server/process.ts";
import { startTelemetry } from "./otlp.ts";
import { createTracer } from "./tracer.ts";

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

interface Metric {
  name: string;
  unit: string;
  sum?: { isMonotonic: boolean; dataPoints: Point[] };
  gauge?: { dataPoints: Point[] };
  histogram?: { dataPoints: (Point & { count: number; bucketCounts: number[] })[] };
}

interface Point {
  attributes: { key: string; value: { stringValue: string } }[];
}

function startCollector() {
  const spans: Span[] = [];
  const metrics: Metric[] = [];
  const tokens = new Set<string | null>();
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      // The draft below reads this website too.
      if (request.method === "GET")
        return new Response("<h1>Website</h1>", { headers: { "content-type": "text/html" } });
      tokens.add(request.headers.get("x-token"));
      const { pathname } = new URL(request.url);
      const body = (await request.json()) as any;
      if (pathname === "/base/v1/traces") spans.push(...body.resourceSpans[0].scopeSpans[0].spans);
      if (pathname === "/base/v1/metrics") metrics.push(...body.resourceMetrics[0].scopeMetrics[0].metrics);
      return Response.json({});
    },
  });
  return { spans, metrics, tokens, server, url: `http://127.0.0.1:${server.port}/base` };
}

const ids = { rest: "a".repeat(32), mcp: "b".repeat(32), skipped: "c".repeat(32), write: "d".repeat(32) };
const traceparent = (traceId: string, flags = "01") => `00-${traceId}-00f067aa0ba902b7-${flags}`;

let stopped: () => void = () => {};
afterEach(() => stopped());

async function startServer(environment: Record<string, string>) {
  const server = await runServer({
    DATA_DIR: await demoDataDir(),
    ALLOW_NETWORKS: "127.0.0.0/8",
    LOG_LEVEL: "info",
    ...environment,
  });
  stopped = () => server.child.kill("SIGKILL");
  while (!server.out.includes("telemetry started")) await Bun.sleep(20);
  const key = /API key (\S+)/.exec(server.out)![1]!;
  const call = (method: string, params: object, id: string, header = id) =>
    fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
        traceparent: traceparent(header),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: { ...params, _meta: { traceparent: traceparent(id) } },
      }),
    });
  return Object.assign(server, { key, call });
}

describe("a collector", () => {
  test("gets nested spans of requests, operations, writes, jobs and outbound requests, and the metrics", async () => {
    const collector = startCollector();
    const { url, key, call, child, ended } = await startServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=a%20b",
      OTEL_TRACES_SAMPLER_ARG: "1",
    });
    const at = (id: string, flags?: string) => ({ headers: { traceparent: traceparent(id, flags) } });
    await fetch(`${url}/api/v1/listings?per_page=3`, at(ids.rest));
    await fetch(`${url}/api/v1/listings?per_page=4`, at(ids.skipped, "00"));
    await call("tools/call", { name: "list_categories", arguments: {} }, ids.mcp, "e".repeat(32));
    const submitted = await fetch(`${url}/api/v1/drafts`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        traceparent: traceparent(ids.write),
      },
      body: JSON.stringify({ url: `http://127.0.0.1:${collector.server.port}/` }),
    });
    expect(submitted.status).toBe(202);
    const draft = (await submitted.json()) as any;
    const state = async () =>
      (
        (await (
          await fetch(`${url}/api/v1/drafts/${draft.id}`, { headers: { authorization: `Bearer ${key}` } })
        ).json()) as any
      ).status;
    while (/queued|crawling/.test(await state())) await Bun.sleep(50);
    child.kill("SIGTERM");
    expect((await ended()).exitCode).toBe(0);
    await collector.server.stop();

    const inTrace = (id: string) => collector.spans.filter(({ traceId }) => traceId === id);
    const byName = (spans: Span[], name: string) => spans.find((span) => span.name === name)!;
    const attribute = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value;
    const rest = inTrace(ids.rest);
    expect(rest.map(({ name }) => name).toSorted()).toEqual(["operation search_listings", "search_listings"]);
    const root = byName(rest, "search_listings");
    expect(root.parentSpanId).toBe("00f067aa0ba902b7");
    expect(attribute(root, "http.response.status_code")).toEqual({ intValue: 200 });
    expect(byName(rest, "operation search_listings").parentSpanId).toBe(root.spanId);
    expect(inTrace(ids.mcp).map(({ name }) => name)).toContain("operation list_categories");
    expect(inTrace("e".repeat(32))).toEqual([]);
    expect(inTrace(ids.skipped)).toEqual([]);
    const write = inTrace(ids.write);
    expect(byName(write, "write transaction").parentSpanId).toBe(byName(write, "operation submit_listing").spanId);
    const job = collector.spans.find(({ name }) => name === "job crawl-draft")!;
    expect([job.traceId === ids.write, job.parentSpanId]).toEqual([false, undefined]);
    expect(byName(inTrace(job.traceId), "outbound crawl").parentSpanId).toBe(job.spanId);

    const metric = (name: string) => collector.metrics.findLast((one) => one.name === name)!;
    const duration = metric("slipway_request_duration_seconds");
    const byRest = duration.histogram!.dataPoints.find(({ attributes }) =>
      attributes.some(({ value }) => value.stringValue === "rest"),
    )!;
    expect([duration.unit, byRest.bucketCounts.length]).toEqual(["s", 15]);
    expect(byRest.count).toBeGreaterThan(1);
    expect(metric("slipway_database_bytes")).toMatchObject({ unit: "By", gauge: { dataPoints: [expect.anything()] } });
    expect(metric("slipway_job_attempts_total").sum!.isMonotonic).toBe(true);
    expect([...collector.tokens]).toEqual(["a b"]);
  }, 60_000);

  test("that never answers delays neither responses nor the shutdown", async () => {
    const silent = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => {}) });
    const { url, child, ended } = await startServer({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${silent.port}`,
      OTEL_TRACES_SAMPLER_ARG: "1",
    });
    for (let i = 0; i < 20; i++) expect((await fetch(`${url}/api/v1/site`)).status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended()).exitCode).toBe(0);
    await silent.stop(true);
  }, 30_000);

  test("that is gone: all requests succeed, and the server ends", async () => {
    const gone = Bun.serve({ port: 0, fetch: () => new Response() });
    const endpoint = `http://127.0.0.1:${gone.port}`;
    await gone.stop(true);
    const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: "1" });
    for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/api/v1/site`)).status).toBe(200);
    server.child.kill("SIGTERM");
    const { exitCode } = await server.ended();
    expect(exitCode).toBe(0);
  }, 30_000);
});

test("a collector that refuses the data: one log line", async () => {
  const refusing = Bun.serve({ port: 0, fetch: () => new Response("no", { status: 400 }) });
  const lines: string[] = [];
  const { sendMetrics, stop } = startTelemetry({
    endpoint: `http://127.0.0.1:${refusing.port}`,
    headers: {},
    ratio: 0,
    version: "0",
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    metrics: async () => [{ name: "one_total", type: "counter", help: "One.", samples: [["one_total", 1]] }],
  });
  sendMetrics();
  sendMetrics();
  await stop();
  await refusing.stop(true);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(["telemetry started", "telemetry could not be sent"]);
});

test("a caller cannot demand more than ten traces a second, nor any with an invalid traceparent", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const traced = createTracer(provider.getTracer("test"), 0.000001);
  const began = Math.floor(Date.now() / 1000);
  for (let i = 0; i < 100; i++)
    await traced(
      "request",
      async () => i,
      () => ({ parent: traceparent(ids.rest) }),
    );
  const seconds = Math.floor(Date.now() / 1000) - began + 1;
  const recorded = exporter.getFinishedSpans().length;
  expect(recorded).toBeGreaterThanOrEqual(10);
  expect(recorded).toBeLessThanOrEqual(10 * seconds);
  exporter.reset();
  for (const parent of ["", "00-zz", traceparent("0".repeat(32)), `ff${traceparent(ids.rest).slice(2)}`])
    await traced(
      "request",
      async () => null,
      () => ({ parent }),
    );
  expect(exporter.getFinishedSpans()).toEqual([]);
});
