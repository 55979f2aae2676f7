/** Counts of this process in the Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */

/** Upper bounds in seconds; the public reads take well below a millisecond. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface OperationCounts {
  byStatus: Map<number, number>;
  /** Requests by the first bound they fit; the last place is for those above all. */
  buckets: number[];
  seconds: number;
}

export interface Gauges {
  databaseBytes: number;
  pendingWrites: number;
  isStorageFull: boolean;
  /** Days since the table of VAT rates was checked. */
  vatRatesAgeDays: number;
}

export type Recorder = (status: number, seconds: number) => void;

export interface Metrics {
  /** The recorder of an operation's answers, to be kept by whoever serves it; never named by a client. */
  recorder(operation: string): Recorder;
  /** Everything, as `/metrics` answers it. */
  text(gauges: Gauges): string;
}

export function createMetrics(): Metrics {
  const operations = new Map<string, OperationCounts>();
  return {
    recorder(operation) {
      const counts = operations.get(operation) ?? {
        byStatus: new Map(),
        buckets: new Array(bounds.length + 1).fill(0),
        seconds: 0,
      };
      operations.set(operation, counts);
      return (status, seconds) => {
        counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
        const fit = bounds.findIndex((bound) => seconds <= bound);
        counts.buckets[fit < 0 ? bounds.length : fit]!++;
        counts.seconds += seconds;
      };
    },
    text: (gauges) => `${[...requests(operations), ...durations(operations), ...processGauges(gauges)].join("\n")}\n`,
  };
}

function* requests(operations: Map<string, OperationCounts>) {
  yield* heading("slipway_requests_total", "counter", "Answers by operation and HTTP status.");
  for (const [operation, { byStatus }] of operations)
    for (const [status, count] of byStatus)
      yield `slipway_requests_total{operation="${operation}",status="${status}"} ${count}`;
}

function* durations(operations: Map<string, OperationCounts>) {
  const name = "slipway_request_duration_seconds";
  yield* heading(name, "histogram", "Time to an answer by operation.");
  for (const [operation, { byStatus, buckets, seconds }] of operations) {
    if (byStatus.size === 0) continue;
    let count = 0;
    for (const [i, inBucket] of buckets.entries()) {
      count += inBucket;
      yield `${name}_bucket{operation="${operation}",le="${bounds[i] ?? "+Inf"}"} ${count}`;
    }
    yield `${name}_sum{operation="${operation}"} ${seconds}`;
    yield `${name}_count{operation="${operation}"} ${count}`;
  }
}

function* processGauges({ databaseBytes, pendingWrites, isStorageFull, vatRatesAgeDays }: Gauges) {
  const gauge = function* (name: string, help: string, value: number) {
    yield* heading(name, "gauge", help);
    yield `${name} ${value}`;
  };
  const startedAt = Math.round(Date.now() / 1000 - process.uptime());
  yield* gauge("process_resident_memory_bytes", "Memory of the process.", process.memoryUsage.rss());
  yield* gauge("process_start_time_seconds", "Start of the process, Unix time.", startedAt);
  yield* gauge("slipway_database_bytes", "Size of the database with its log.", databaseBytes);
  yield* gauge("slipway_write_queue_length", "Writes that run or wait.", pendingWrites);
  yield* gauge("slipway_storage_full", "1 while the last write found no room on the disk.", Number(isStorageFull));
  yield* gauge("slipway_vat_rates_age_days", "Days since the table of VAT rates was checked.", vatRatesAgeDays);
}

const heading = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
