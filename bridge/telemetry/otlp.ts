import { hostname } from "node:os";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { setTracer } from "#db/values/spans.ts";
import type { Family } from "../http/server/metrics.ts";
import { metricProducer } from "./metric-data.ts";
import { createTracer } from "./tracer.ts";

export interface TelemetrySettings {
  /** The URL of a collector, to which `/v1/traces` and `/v1/metrics` are added. */
  endpoint: string;
  headers: Record<string, string>;
  /** The share of requests and jobs that are traced. */
  ratio: number;
  version: string;
  log: Logger;
  metrics(): Promise<Iterable<Family>>;
}

const timeoutMillis = 5000;
/** A shutdown does not wait longer for a collector that does not respond. */
const maxFlushMs = 2000;

/** Sends traces, and metrics once `sendMetrics` has been called. A collector that fails only loses data. */
export function startTelemetry({ endpoint, headers, ratio, version, log, metrics }: TelemetrySettings) {
  const resource = resourceFromAttributes({
    "service.name": "slipway",
    "service.version": version,
    "service.instance.id": hostname(),
  });
  const base = endpoint.replace(/\/+$/, "");
  const settings = (signal: "traces" | "metrics") => ({ url: `${base}/v1/${signal}`, headers, timeoutMillis });
  const exporter = reporting(new OTLPTraceExporter(settings("traces")), log);
  const tracers = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  if (ratio > 0) setTracer(createTracer(tracers.getTracer("slipway", version), ratio));
  let meters: MeterProvider | undefined;
  log.info({ ratio }, "telemetry started");

  return {
    /** With several workers, only the one that runs the jobs sends the metrics of all. */
    sendMetrics(): void {
      if (meters) return;
      const metricProducers = [metricProducer(resource, metrics)];
      const exporter = reporting(new OTLPMetricExporter(settings("metrics")), log);
      const reader = new PeriodicExportingMetricReader({
        exporter,
        metricProducers,
        exportTimeoutMillis: timeoutMillis,
      });
      meters = new MeterProvider({ resource, readers: [reader] });
    },
    /** Sends what is left. */
    async stop(): Promise<void> {
      setTracer(null);
      const flushed = Promise.allSettled([tracers.shutdown(), meters?.shutdown()]);
      await Promise.race([flushed, Bun.sleep(maxFlushMs)]);
    },
  };
}

interface Exporter {
  export(items: never, done: (result: { error?: Error }) => void): void;
}

/** Logs when exports begin to fail, and when they succeed again. */
function reporting<E extends Exporter>(exporter: E, log: Logger): E {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.error && !isFailing) log.warn({ err: result.error }, "telemetry could not be sent");
      else if (!result.error && isFailing) log.info("telemetry is sent again");
      isFailing = result.error !== undefined;
      done(result);
    });
  return exporter;
}
