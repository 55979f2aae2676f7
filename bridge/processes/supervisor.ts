import type { Logger } from "pino";
import type { ToSupervisor } from "./messages.ts";
import { createMetricsCollector } from "./metrics-collector.ts";
import { sharedLimits } from "./shared-limits.ts";
import { startWorker, type WorkerProcess, workerFile } from "./worker-process.ts";

export class WorkerStartError extends Error {}

/** If a worker has run for longer than this, its replacement starts without a pause. */
const steadyMs = 60_000;
/** Interval between reports. If a worker is killed, its counts since the last report are lost. */
const defaultReportMs = 1000;
/** A worker counts as hung if it misses this many reports in a row; normal work never blocks it for a second. */
const hungAfterReports = 20;
const stopMs = 20_000;

/**
 * Returns the pause before a worker is replaced. `failures` counts the earlier replacements since the last long run.
 * The first replacement starts immediately, and later pauses double up to 30 s.
 */
export const pauseMs = (failures: number): number => (failures === 0 ? 0 : Math.min(30_000, 100 * 2 ** (failures - 1)));

/**
 * Runs `count` worker processes on one port. Replaces workers that end or hang, assigns the jobs to one of them, and
 * passes on their messages. Resolves once each worker is serving or has ended. Throws WorkerStartError if the first
 * worker ends before it serves.
 */
export async function supervise(
  count: number,
  port: number,
  log: Logger,
  { reportEveryMs = defaultReportMs } = {},
): Promise<{ baseUrl: string; reload(): Promise<void>; stop(): Promise<void> }> {
  const serving = new Set<WorkerProcess>();
  const running = new Set<WorkerProcess>();
  /** The series of workers that has each number; after a reload, a new one. */
  const series = new Map<number, symbol>();
  /** Missed reports per worker. We count reports rather than seconds, because the machine may have been suspended. */
  const missedReports = new Map<WorkerProcess, number>();
  const metrics = createMetricsCollector();
  // The supervisor consumes no points; it keeps the state for workers that join later.
  const limits = sharedLimits(() => {});
  let sharedPort = port;
  let baseUrl = "";
  let jobWorker: WorkerProcess | undefined;
  let isStopping = false;

  /** One worker runs all jobs, so that limits such as the number of open browsers apply to all jobs together. */
  function assignJobs(): void {
    if (jobWorker || isStopping) return;
    [jobWorker] = serving;
    jobWorker?.send({ type: "work" });
  }

  async function receive(worker: WorkerProcess, message: ToSupervisor): Promise<void> {
    if (message.type === "wake") return jobWorker?.send({ type: "wake" });
    if (message.type === "report") {
      missedReports.set(worker, 0);
      return metrics.record(worker, message.report, message.round);
    }
    if (message.type === "consumed") {
      for (const other of running) if (other !== worker) other.send(message);
      return limits.add(message.consumed);
    }
    if (message.type === "pool") {
      await metrics.collect([...serving]);
      return worker.send({ type: "pool", report: metrics.sum() });
    }
    ({ port: sharedPort, baseUrl } = message);
    serving.add(worker);
    log.info({ worker: worker.number, pid: worker.pid }, "worker started");
    assignJobs();
  }

  async function runWorker(
    number: number,
    onServing: (worker: WorkerProcess) => void,
    isCurrent: () => boolean,
  ): Promise<void> {
    const file = await workerFile();
    if (isStopping) return;
    const worker = startWorker(file, number, (message) => {
      void receive(worker, message);
      if (message.type === "ready") onServing(worker);
    });
    running.add(worker);
    worker.send({ type: "begin", number, port: sharedPort, limits: limits.state() });
    const { exitCode, signal } = await worker.ended;
    running.delete(worker);
    serving.delete(worker);
    missedReports.delete(worker);
    const needsReplacement = !isStopping && isCurrent();
    metrics.remove(worker, needsReplacement);
    if (jobWorker === worker) jobWorker = undefined;
    // If the first worker cannot serve, no other can.
    if (baseUrl === "") isStopping = true;
    assignJobs();
    if (isStopping || !needsReplacement) return;
    log[exitCode === 0 ? "warn" : "error"](
      { worker: number, pid: worker.pid, exit_code: exitCode, signal },
      "worker ended and is being restarted",
    );
  }

  /** Runs one worker after the other. If the number is taken, the series takes it over once its first worker serves. */
  async function keepRunning(number: number, onFirst: (worker?: WorkerProcess) => void): Promise<void> {
    const own = Symbol();
    if (!series.has(number)) series.set(number, own);
    const isCurrent = () => series.get(number) === own;
    const onServing = (worker: WorkerProcess) => {
      series.set(number, own);
      onFirst(worker);
    };
    for (let failures = 0; !isStopping; await Bun.sleep(pauseMs(failures++))) {
      const began = performance.now();
      await runWorker(number, onServing, isCurrent);
      // If the worker ended before it served, `startOf` must still resolve.
      onFirst();
      if (!isCurrent()) return;
      if (performance.now() - began > steadyMs) failures = 0;
    }
  }

  /** Replaces the workers one after the other by new ones, which run the code that is now on the disk. */
  async function replaceAll(): Promise<void> {
    for (let number = 1; number <= count && !isStopping; number++) {
      const successor = await startOf(number);
      if (successor === undefined)
        return log.error(
          { worker: number },
          "reload stopped: a new worker does not start; the earlier workers continue",
        );
      const former = [...running].filter((worker) => worker.number === number && worker !== successor);
      for (const worker of former) worker.kill("SIGTERM");
      await Promise.all(former.map(({ ended }) => ended));
    }
    log.info("workers reloaded");
  }

  /** Kills workers that hang, because the kernel would keep giving them connections. */
  function killHung(): void {
    for (const worker of serving) {
      const missed = missedReports.get(worker) ?? 0;
      missedReports.set(worker, missed + 1);
      if (missed !== hungAfterReports) continue;
      log.error(
        { worker: worker.number, pid: worker.pid, missed_reports: missed },
        "worker killed because it was not responding",
      );
      worker.kill("SIGKILL");
    }
  }

  /** Resolves with the worker once it serves, or with nothing if it ends before. */
  const startOf = (number: number) =>
    new Promise<WorkerProcess | undefined>((resolve) => void keepRunning(number, resolve));
  await startOf(1);
  if (baseUrl === "") throw new WorkerStartError();
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => startOf(i + 2)));
  const reports = setInterval(() => {
    killHung();
    void metrics.collect([...serving]);
  }, reportEveryMs);

  let reloads = Promise.resolve();
  return {
    baseUrl,
    reload() {
      reloads = reloads.then(replaceAll);
      return reloads;
    },
    async stop() {
      isStopping = true;
      clearInterval(reports);
      for (const worker of running) worker.kill("SIGTERM");
      const timer = setTimeout(() => running.forEach((worker) => void worker.kill("SIGKILL")), stopMs);
      await Promise.all([...running].map(({ ended }) => ended));
      clearTimeout(timer);
    },
  };
}
