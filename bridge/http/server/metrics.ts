import type { JobBacklog } from "#db/queries/common/jobs.ts";
import { isOverdue, type LastBackup } from "#db/store/last-backup.ts";
import type { Position } from "#db/store/store.ts";
import { counters } from "#db/values/counters.ts";
import type { WorkerReport } from "../../processes/worker-pool.ts";

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
  isReady: boolean;
  databaseBytes: number;
  walBytes: number;
  disk: { freeBytes: number; sizeBytes: number };
  vatRatesAgeSeconds: number;
  /** Null if this machine has never made a backup. */
  backup: LastBackup | null;
  backlog: JobBacklog[];
  jobsEnded: { state: string; total: number }[];
  /** The open cases of all sites. `oldest` is a time. */
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
  histograms?: Counts;
}

export const metricsText = (families: Iterable<Family>): string =>
  `${[...families].flatMap(({ name, type, help, samples }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(([sample, value]) => `${sample} ${value}`)]).join("\n")}\n`;

const durations = "slipway_request_duration_seconds";
const searches = "slipway_search_duration_seconds";

/** The families of counters that the code counts where the events happen. */
const counted = new Map([
  [searches, "Number and time of searches that no cache answered."],
  ["slipway_cache_reads_total", "Reads of the caches of results and responses."],
  ["slipway_outbound_requests_total", "Requests to other servers by purpose and result."],
  ["slipway_job_attempts_total", "Attempts of jobs by kind and result."],
  ["slipway_mails_sent_total", "Mails that the mail server accepted."],
  ["slipway_crawls_total", "Websites read for drafts, by result."],
  ["slipway_model_requests_total", "Requests to the language model by result."],
  ["slipway_model_tokens_total", "Tokens of the language model by direction."],
  ["slipway_insight_events_total", "Events of listings that were counted and saved, by counter and channel."],
  ["slipway_insight_events_dropped_total", "Events that were not counted because of a limit, by kind."],
  ["slipway_insight_flush_failures_total", "Attempts to save counted events that failed and are repeated."],
  ["slipway_payment_webhooks_total", "Events from the payment provider by subject and result."],
]);

/** All metrics of a server. */
export function* families({ operations, counters }: WorkerReport, gauges: Gauges): Generator<Family> {
  yield family("slipway_requests_total", "Responses by operation, channel and HTTP status.", [
    ...responses(operations),
  ]);
  const used = [...operations].filter(([, { byStatus }]) => byStatus.size > 0);
  yield family(
    "slipway_request_seconds_total",
    "Total response time by operation and channel.",
    used.map(([labels, { seconds }]) => [labels, seconds]),
  );
  // Buckets for each operation would be thousands of series.
  const byChannel = sumOf(
    used.map(([labels, counts]) => new Map([[labels.slice(labels.indexOf("channel=")), counts]])),
  );
  yield {
    name: durations,
    type: "histogram",
    help: "Response time by channel.",
    histograms: byChannel,
    samples: [...byChannel].flatMap(([labels, counts]) => [...histogram(labels, counts)]),
  };
  for (const [name, help] of counted) {
    const samples = [...counters].filter(([sample]) => sample.startsWith(name));
    yield { name, type: name === searches ? "summary" : "counter", help, samples };
  }
  yield* gaugeFamilies(gauges);
}

function* responses(operations: Counts): Generator<Row> {
  for (const [labels, { byStatus }] of operations)
    for (const [status, count] of byStatus) yield [`${labels},status="${status}"`, count];
}

function* histogram(labels: string, { buckets, seconds }: OperationCounts): Generator<Row> {
  let count = 0;
  for (const [i, inBucket] of buckets.entries()) {
    count += inBucket;
    yield [`${durations}_bucket{${labels},le="${bounds[i] ?? "+Inf"}"}`, count];
  }
  yield [`${durations}_sum{${labels}}`, seconds];
  yield [`${durations}_count{${labels}}`, count];
}

type Row = [labels: string, value: number];

/** `rows` is one value, or a value for each set of labels. */
function family(name: string, help: string, rows: number | Row[]): Family {
  const type = name.endsWith("_total") ? "counter" : "gauge";
  const samples: Row[] =
    typeof rows === "number" ? [[name, rows]] : rows.map(([labels, of]) => [`${name}{${labels}}`, of]);
  return { name, type, help, samples };
}

function* gaugeFamilies(gauges: Gauges): Generator<Family> {
  const { processes, workers, backlog, cases, node, now } = gauges;
  const perProcess = (of: (one: ProcessGauges) => number) =>
    workers ? processes.map((one): Row => [`worker="${one.worker}"`, of(one)]) : of(processes[0]!);
  const ageSeconds = (oldest: string | null) => (oldest ? Math.max(0, now.getTime() - Date.parse(oldest)) / 1000 : 0);
  const pendingWrites = processes.reduce((sum, one) => sum + one.pendingWrites, 0);
  const isStorageFull = processes.some((one) => one.isStorageFull);
  const mails = (...states: string[]) =>
    backlog.reduce((sum, { kind, state, total }) => sum + (kind === "mail" && states.includes(state) ? total : 0), 0);
  const jobRows = (of: (one: JobBacklog) => number) =>
    backlog.map((one): Row => [`kind="${one.kind}",state="${one.state}"`, of(one)]);
  const caseRows = (of: (one: Gauges["cases"][0]) => number) =>
    cases.map((one): Row => [`kind="${one.kind}"`, of(one)]);
  const jobAges = jobRows(({ oldestDue }) => ageSeconds(oldestDue));
  const caseAges = caseRows(({ oldest }) => ageSeconds(oldest));
  const ended = (state: string): Row => [
    `state="${state}"`,
    gauges.jobsEnded.find((one) => one.state === state)?.total ?? 0,
  ];
  yield family(
    "process_resident_memory_bytes",
    "Resident memory.",
    perProcess((one) => one.residentBytes),
  );
  yield family(
    "process_cpu_seconds_total",
    "Processor time.",
    perProcess((one) => one.cpuSeconds),
  );
  yield family(
    "process_start_time_seconds",
    "Start time in Unix seconds.",
    perProcess((one) => one.startedAt),
  );
  yield family("slipway_ready", "1 if /readyz returns 200, otherwise 0.", Number(gauges.isReady));
  yield family("slipway_database_bytes", "Size of the database and its write-ahead log.", gauges.databaseBytes);
  yield family("slipway_database_wal_bytes", "Size of the write-ahead log.", gauges.walBytes);
  yield family("slipway_disk_free_bytes", "Free space on the disk of the database.", gauges.disk.freeBytes);
  yield family("slipway_disk_size_bytes", "Size of the disk of the database.", gauges.disk.sizeBytes);
  yield family("slipway_write_queue_length", "Writes that are running or waiting.", pendingWrites);
  yield family("slipway_storage_full", "1 if the last write failed because the disk is full.", Number(isStorageFull));
  yield family("slipway_vat_rates_age_seconds", "Time since the VAT rates were checked.", gauges.vatRatesAgeSeconds);
  const { backup } = gauges;
  if (backup?.goodAt) {
    const seconds = (now.getTime() - Date.parse(backup.goodAt)) / 1000;
    yield family("slipway_backup_age_seconds", "Time since the last good backup.", seconds);
    yield family("slipway_backup_size_bytes", "Size of the last good backup.", backup.bytes ?? 0);
  }
  if (backup) {
    yield family("slipway_backup_failed", "1 if the last backup failed.", Number(backup.result === "failed"));
    yield family("slipway_backup_overdue", "1 if a backup should have been made.", Number(isOverdue(backup, now)));
  }
  yield family("slipway_time_seconds", "The server's clock in Unix seconds.", now.getTime() / 1000);
  yield family(
    "slipway_jobs",
    "Jobs by kind: queued, leased (running) or dead.",
    jobRows(({ total }) => total),
  );
  yield family("slipway_job_oldest_age_seconds", "Time since the oldest job of a kind and state was due.", jobAges);
  const endedHelp = "Jobs that have ended, by final state, including deleted jobs.";
  yield family("slipway_jobs_ended_total", endedHelp, [ended("done"), ended("dead")]);
  const mailRows: Row[] = [
    ['state="waiting"', mails("queued", "leased")],
    ['state="dead"', mails("dead")],
  ];
  yield family("slipway_mails", "Mails that wait or were given up.", mailRows);
  yield family(
    "slipway_team_cases",
    "Cases that wait for the team, on all sites.",
    caseRows(({ count }) => count),
  );
  yield family("slipway_team_oldest_case_age_seconds", "Age of the oldest case that waits for the team.", caseAges);
  if (node !== null) {
    yield family("slipway_node_writes", "1 on the writer, 0 on readers.", Number(node.role === "writer"));
    yield family("slipway_node_fence", "Number of the writer whose data this node has, counting from 1.", node.fence);
    // A reader's lag is the difference between its value and the writer's.
    yield family("slipway_node_transactions", "Transactions that this node has received.", node.transactions);
    const beginSeconds = node.beginMs === null ? null : node.beginMs / 1000;
    if (beginSeconds !== null)
      yield family("slipway_node_begin_seconds", "Time that the last transaction took to begin.", beginSeconds);
  }
  if (workers === null) return;
  yield family("slipway_workers", "Worker processes that are serving requests.", processes.length);
  yield family("slipway_worker_restarts_total", "Workers that ended and were replaced.", workers.restarts);
}
