import type { Position } from "#db/store/store.ts";

/** Upper bounds in seconds. Public reads take well under a millisecond. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface OperationCounts {
  byStatus: Map<number, number>;
  /** Number of requests per bucket. The last bucket counts requests above all bounds. */
  buckets: number[];
  seconds: number;
}

export type Counts = Map<string, OperationCounts>;

export interface ProcessGauges {
  residentBytes: number;
  startedAt: number;
  pendingWrites: number;
  isStorageFull: boolean;
}

export interface ProcessReport extends ProcessGauges {
  operations: Counts;
}

/** Values for `/metrics`, from one process or from all workers. */
export interface Gauges {
  databaseBytes: number;
  vatRatesAgeDays: number;
  jobs: { state: string; total: number }[];
  /** Null if there are no other nodes. `beginMs` is null before the first write, and on a reader. */
  node: (Position & { role: "writer" | "reader"; beginMs: number | null }) | null;
  /** Null for a single process. */
  workers: { restarts: number } | null;
  /** `worker` is set if there are several workers. */
  processes: (ProcessGauges & { worker?: string })[];
}

export type Recorder = (status: number, seconds: number) => void;

const noCounts = (): OperationCounts => ({
  byStatus: new Map(),
  buckets: new Array(bounds.length + 1).fill(0),
  seconds: 0,
});

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const operations: Counts = new Map();
  return {
    counts: operations,
    /**
     * Returns the recorder for an operation. The name must not come from a client, because each name adds time series.
     */
    recorder(operation: string): Recorder {
      const counts = operations.get(operation) ?? noCounts();
      operations.set(operation, counts);
      return (status, seconds) => {
        counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
        const fit = bounds.findIndex((bound) => seconds <= bound);
        counts.buckets[fit < 0 ? bounds.length : fit]!++;
        counts.seconds += seconds;
      };
    },
  };
}

export function sumOf(parts: readonly Counts[]): Counts {
  const sum: Counts = new Map();
  for (const [operation, counts] of parts.flatMap((part) => [...part])) {
    const all = sum.get(operation) ?? noCounts();
    sum.set(operation, all);
    for (const [status, count] of counts.byStatus) all.byStatus.set(status, (all.byStatus.get(status) ?? 0) + count);
    for (const [i, count] of counts.buckets.entries()) all.buckets[i]! += count;
    all.seconds += counts.seconds;
  }
  return sum;
}

export const metricsText = (operations: Counts, gauges: Gauges): string =>
  `${[...requests(operations), ...durations(operations), ...gaugeLines(gauges)].join("\n")}\n`;

function* requests(operations: Counts) {
  yield* heading("slipway_requests_total", "counter", "Responses by operation and HTTP status.");
  for (const [operation, { byStatus }] of operations)
    for (const [status, count] of byStatus)
      yield `slipway_requests_total{operation="${operation}",status="${status}"} ${count}`;
}

function* durations(operations: Counts) {
  const name = "slipway_request_duration_seconds";
  yield* heading(name, "histogram", "Response time in seconds by operation.");
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

function* gaugeLines({ databaseBytes, vatRatesAgeDays, jobs, node, workers, processes }: Gauges) {
  const gauge = function* (name: string, help: string, value: number) {
    yield* heading(name, "gauge", help);
    yield `${name} ${value}`;
  };
  const perProcess = function* (name: string, help: string, of: (one: ProcessGauges) => number) {
    yield* heading(name, "gauge", help);
    for (const one of processes) yield `${name}${one.worker ? `{worker="${one.worker}"}` : ""} ${of(one)}`;
  };
  const pendingWrites = processes.reduce((sum, one) => sum + one.pendingWrites, 0);
  const isStorageFull = processes.some((one) => one.isStorageFull);
  yield* perProcess(
    "process_resident_memory_bytes",
    "Resident memory of the process in bytes.",
    (one) => one.residentBytes,
  );
  yield* perProcess("process_start_time_seconds", "Start time of the process in Unix seconds.", (one) => one.startedAt);
  yield* gauge("slipway_database_bytes", "Size of the database and its write-ahead log in bytes.", databaseBytes);
  yield* gauge("slipway_write_queue_length", "Writes that are running or waiting.", pendingWrites);
  yield* gauge("slipway_storage_full", "1 if the last write failed because the disk is full.", Number(isStorageFull));
  yield* gauge("slipway_vat_rates_age_days", "Days since the VAT rates were last checked.", vatRatesAgeDays);
  const jobsIn = (state: string) => jobs.find((one) => one.state === state)?.total ?? 0;
  yield* heading("slipway_jobs", "gauge", "Jobs that are queued or running, by state.");
  for (const state of ["queued", "leased"]) yield `slipway_jobs{state="${state}"} ${jobsIn(state)}`;
  yield* heading(
    "slipway_jobs_ended_total",
    "counter",
    "Jobs that have ended, by final state, including deleted jobs.",
  );
  for (const state of ["done", "dead"]) yield `slipway_jobs_ended_total{state="${state}"} ${jobsIn(state)}`;
  if (node !== null) {
    yield* gauge("slipway_node_writes", "1 on the writer, 0 on readers.", Number(node.role === "writer"));
    yield* gauge("slipway_node_fence", "Number of the writer whose data this node has, counting from 1.", node.fence);
    // A reader's lag is the difference between its value and the writer's.
    yield* gauge("slipway_node_transactions", "Transactions that this node has received.", node.transactions);
    if (node.beginMs !== null)
      yield* gauge(
        "slipway_node_begin_seconds",
        "Seconds that the last transaction took to begin.",
        node.beginMs / 1000,
      );
  }
  if (workers === null) return;
  yield* gauge("slipway_workers", "Worker processes that are serving requests.", processes.length);
  yield* heading("slipway_worker_restarts_total", "counter", "Workers that ended and were replaced.");
  yield `slipway_worker_restarts_total ${workers.restarts}`;
}

const heading = (name: string, type: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
