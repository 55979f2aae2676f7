import type { JobBacklog } from "#db/queries/common/jobs.ts";
import type { Position } from "#db/store/store.ts";
import { counters } from "#db/values/counters.ts";

/** Upper bounds in seconds. Public reads take well under a millisecond. */
export const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface OperationCounts {
  byStatus: Map<number, number>;
  /** Number of requests per bucket. The last bucket counts requests above all bounds. */
  buckets: number[];
  seconds: number;
}

/** Counts by label text, such as `operation="get_listing",channel="rest"`. */
export type Counts = Map<string, OperationCounts>;
/** A page is everything that browsers load, including images. */
export type Channel = "rest" | "mcp" | "page";

export interface ProcessGauges {
  residentBytes: number;
  cpuSeconds: number;
  startedAt: number;
  pendingWrites: number;
  isStorageFull: boolean;
}

export interface ProcessReport extends ProcessGauges {
  operations: Counts;
  counters: ReadonlyMap<string, number>;
}

/** Values for `/metrics`, from one process or from all workers. */
export interface Gauges {
  databaseBytes: number;
  walBytes: number;
  disk: { freeBytes: number; sizeBytes: number };
  vatRatesAgeSeconds: number;
  backlog: JobBacklog[];
  jobsEnded: { state: string; total: number }[];
  /** What waits for the team on all sites. `oldest` is a time. */
  cases: { kind: string; count: number; oldest: string | null }[];
  now: Date;
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
    counters,
    /**
     * Returns the recorder for an operation. The name must not come from a client, because each name adds time series.
     */
    recorder(operation: string, channel: Channel): Recorder {
      const labels = `operation="${operation}",channel="${channel}"`;
      const counts = operations.getOrInsertComputed(labels, noCounts);
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
  for (const [labels, counts] of parts.flatMap((part) => [...part])) {
    const all = sum.getOrInsertComputed(labels, noCounts);
    for (const [status, count] of counts.byStatus) all.byStatus.set(status, (all.byStatus.get(status) ?? 0) + count);
    for (const [i, count] of counts.buckets.entries()) all.buckets[i]! += count;
    all.seconds += counts.seconds;
  }
  return sum;
}

export function sumOfCounters(parts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const [sample, value] of parts.flatMap((part) => [...part])) sum.set(sample, (sum.get(sample) ?? 0) + value);
  return sum;
}

export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram" | "summary";
  help: string;
  /** The name with labels, and the value. */
  samples: [sample: string, value: number][];
  /** The counts of a histogram. */
  operations?: Counts;
}

export const metricsText = (families: Iterable<Family>): string =>
  `${[...families].flatMap(({ name, type, help, samples }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(([sample, value]) => `${sample} ${value}`)]).join("\n")}\n`;

export const durations = "slipway_request_duration_seconds";

/** The families of counters that the code counts where the events happen. */
const counted: Omit<Family, "samples">[] = [
  {
    name: "slipway_search_duration_seconds",
    type: "summary",
    help: "Number and time of searches that were not answered from a cache.",
  },
  { name: "slipway_cache_reads_total", type: "counter", help: "Reads of the caches of results and responses." },
  {
    name: "slipway_outbound_requests_total",
    type: "counter",
    help: "Requests to other servers by purpose and result.",
  },
  { name: "slipway_job_attempts_total", type: "counter", help: "Attempts of jobs by kind and result." },
  { name: "slipway_mails_sent_total", type: "counter", help: "Mails that the mail server accepted." },
  { name: "slipway_crawls_total", type: "counter", help: "Websites read for drafts, by result." },
  { name: "slipway_model_requests_total", type: "counter", help: "Requests to the language model by result." },
  { name: "slipway_model_tokens_total", type: "counter", help: "Tokens of the language model by direction." },
  {
    name: "slipway_payment_webhooks_total",
    type: "counter",
    help: "Events from the payment provider by subject and result.",
  },
];

/** All metrics of a server. */
export function* families(
  operations: Counts,
  counters: ReadonlyMap<string, number>,
  gauges: Gauges,
): Generator<Family> {
  yield {
    name: "slipway_requests_total",
    type: "counter",
    help: "Responses by operation, channel and HTTP status.",
    samples: [...operations].flatMap(([labels, { byStatus }]) =>
      [...byStatus].map(([status, count]): Family["samples"][0] => [
        `slipway_requests_total{${labels},status="${status}"}`,
        count,
      ]),
    ),
  };
  yield {
    name: durations,
    type: "histogram",
    help: "Response time in seconds by operation and channel.",
    operations,
    samples: [...operations].flatMap(([labels, counts]) =>
      counts.byStatus.size === 0 ? [] : [...histogram(labels, counts)],
    ),
  };
  for (const family of counted)
    yield { ...family, samples: [...counters].filter(([sample]) => sample.startsWith(family.name)) };
  yield* gaugeFamilies(gauges);
}

function* histogram(labels: string, { buckets, seconds }: OperationCounts): Generator<Family["samples"][0]> {
  let count = 0;
  for (const [i, inBucket] of buckets.entries()) {
    count += inBucket;
    yield [`${durations}_bucket{${labels},le="${bounds[i] ?? "+Inf"}"}`, count];
  }
  yield [`${durations}_sum{${labels}}`, seconds];
  yield [`${durations}_count{${labels}}`, count];
}

function* gaugeFamilies(gauges: Gauges): Generator<Family> {
  const { processes, backlog, cases, jobsEnded, node, now } = gauges;
  /** Each row is a label, if any, and a value. */
  const family = (name: string, help: string, rows: [labels: string, value: number][]): Family => ({
    name,
    type: name.endsWith("_total") ? "counter" : "gauge",
    help,
    samples: rows.map(([labels, value]) => [labels === "" ? name : `${name}{${labels}}`, value]),
  });
  const gauge = (name: string, help: string, value: number) => family(name, help, [["", value]]);
  const perProcess = (name: string, help: string, of: (one: ProcessGauges) => number) =>
    family(
      name,
      help,
      processes.map((one) => [one.worker ? `worker="${one.worker}"` : "", of(one)]),
    );
  const ageSeconds = (oldest: string | null) => (oldest ? Math.max(0, now.getTime() - Date.parse(oldest)) / 1000 : 0);
  const pendingWrites = processes.reduce((sum, one) => sum + one.pendingWrites, 0);
  const isStorageFull = processes.some((one) => one.isStorageFull);
  const mails = (...states: string[]) =>
    backlog.reduce((sum, { kind, state, total }) => sum + (kind === "mail" && states.includes(state) ? total : 0), 0);
  yield perProcess("process_resident_memory_bytes", "Resident memory in bytes.", (one) => one.residentBytes);
  yield perProcess("process_cpu_seconds_total", "Processor time in seconds.", (one) => one.cpuSeconds);
  yield perProcess("process_start_time_seconds", "Start time in Unix seconds.", (one) => one.startedAt);
  yield gauge("slipway_database_bytes", "Size of the database and its write-ahead log.", gauges.databaseBytes);
  yield gauge("slipway_database_wal_bytes", "Size of the write-ahead log.", gauges.walBytes);
  yield gauge("slipway_disk_free_bytes", "Free space on the disk of the database.", gauges.disk.freeBytes);
  yield gauge("slipway_disk_size_bytes", "Size of the disk of the database.", gauges.disk.sizeBytes);
  yield gauge("slipway_write_queue_length", "Writes that are running or waiting.", pendingWrites);
  yield gauge("slipway_storage_full", "1 if the last write failed because the disk is full.", Number(isStorageFull));
  yield gauge(
    "slipway_vat_rates_age_seconds",
    "Time since the VAT rates were last checked.",
    gauges.vatRatesAgeSeconds,
  );
  yield gauge("slipway_time_seconds", "The server's clock in Unix seconds.", now.getTime() / 1000);
  const jobRows = (of: (one: JobBacklog) => number): [string, number][] =>
    backlog.map((one) => [`kind="${one.kind}",state="${one.state}"`, of(one)]);
  yield family(
    "slipway_jobs",
    "Jobs by kind: queued, leased (running) or dead.",
    jobRows(({ total }) => total),
  );
  yield family(
    "slipway_job_oldest_age_seconds",
    "Time since the oldest job was due, or since the oldest dead job was last due.",
    jobRows(({ oldestDue }) => ageSeconds(oldestDue)),
  );
  yield family(
    "slipway_jobs_ended_total",
    "Jobs that have ended, by final state, including deleted jobs.",
    ["done", "dead"].map((state) => [`state="${state}"`, jobsEnded.find((one) => one.state === state)?.total ?? 0]),
  );
  yield family("slipway_mails", "Mails that wait or were given up.", [
    [`state="waiting"`, mails("queued", "leased")],
    [`state="dead"`, mails("dead")],
  ]);
  yield family(
    "slipway_team_cases",
    "Cases that wait for the team, on all sites.",
    cases.map(({ kind, count }) => [`kind="${kind}"`, count]),
  );
  yield family(
    "slipway_team_oldest_case_age_seconds",
    "Age of the oldest case that waits for the team.",
    cases.map(({ kind, oldest }) => [`kind="${kind}"`, ageSeconds(oldest)]),
  );
  if (node !== null) {
    yield gauge("slipway_node_writes", "1 on the writer, 0 on readers.", Number(node.role === "writer"));
    yield gauge("slipway_node_fence", "Number of the writer whose data this node has, counting from 1.", node.fence);
    // A reader's lag is the difference between its value and the writer's.
    yield gauge("slipway_node_transactions", "Transactions that this node has received.", node.transactions);
    if (node.beginMs !== null)
      yield gauge(
        "slipway_node_begin_seconds",
        "Seconds that the last transaction took to begin.",
        node.beginMs / 1000,
      );
  }
  if (gauges.workers === null) return;
  yield gauge("slipway_workers", "Worker processes that are serving requests.", processes.length);
  yield family("slipway_worker_restarts_total", "Workers that ended and were replaced.", [
    ["", gauges.workers.restarts],
  ]);
}
