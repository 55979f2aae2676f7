import { ValueType } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import { bounds, type Family } from "../http/server/metrics.ts";

/** Converts the metrics of `/metrics` to OpenTelemetry's. Nothing is recorded twice. */
export function metricProducer(resource: Resource, metrics: () => Promise<Iterable<Family>>): MetricProducer {
  const startTime = timeOf(Date.now());
  return {
    async collect() {
      const times = { startTime, endTime: timeOf(Date.now()) };
      const data = [...(await metrics())].flatMap((family) => [...metricsOf(family, times)]);
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "slipway" }, metrics: data }] },
        errors: [],
      };
    },
  };
}

type Times = Record<"startTime" | "endTime", [number, number]>;
const timeOf = (ms: number): [number, number] => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000];

function* metricsOf({ name, type, help, samples, histograms }: Family, times: Times): Generator<MetricData> {
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  const common = (named: string) => {
    const unit = /_seconds/.test(named) ? "s" : /_bytes/.test(named) ? "By" : "1";
    return {
      descriptor: { name: named, description: help, unit, valueType: ValueType.DOUBLE },
      aggregationTemporality,
    };
  };
  if (histograms !== undefined) {
    const dataPoints = [...histograms].map(([labels, { buckets, seconds: sum }]) => {
      const count = buckets.reduce((all, one) => all + one, 0);
      return {
        ...times,
        attributes: attributesOf(labels),
        value: { buckets: { boundaries: bounds, counts: buckets }, sum, count },
      };
    });
    yield { ...common(name), dataPointType: DataPointType.HISTOGRAM, dataPoints };
    return;
  }
  for (const [named, ofName] of Map.groupBy(samples, ([sample]) => sample.split("{")[0]!)) {
    const dataPoints = ofName.map(([sample, value]) => ({ ...times, attributes: attributesOf(sample), value }));
    yield type === "gauge"
      ? { ...common(named), dataPointType: DataPointType.GAUGE, dataPoints }
      : { ...common(named), dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  }
}

const attributesOf = (labels: string) =>
  Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));
