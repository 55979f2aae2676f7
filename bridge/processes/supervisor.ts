import type { Logger } from "pino";
import type { ToSupervisor } from "./messages.ts";
import { createMetricsCollector } from "./metrics-collector.ts";
import { sharedLimits } from "./shared-limits.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** The first worker ended before it served; it has said why. */
export class NoWorker extends Error {}

export interface Supervisor {
  /** Where all of them serve. */
  baseUrl: string;
  /** Ends all workers in order. */
  stop(): Promise<void>;
}

interface SupervisorOptions {
  /** What is counted by a worker that is killed is known until so long before. */
  reportEveryMs?: number;
}

/** A worker that served so long had no trouble to start. */
const steadyMs = 60_000;
/** One that leaves so many reports in a row unanswered hangs; nothing that a worker does keeps it from answering for a second. */
const hungAfterReports = 20;
/** A worker in order ends within 10 s of being told to. */
const stopMs = 20_000;

/** Pause before a worker is replaced that is the `failures`th in a row to end soon: none at first, at most 30 s. */
export const pauseMs = (failures: number): number => (failures === 0 ? 0 : Math.min(30_000, 100 * 2 ** (failures - 1)));

/**
 * Keeps `count` processes that serve one port: replaces those that end or hang, has one of them do the jobs, and passes on what
 * they tell each other. Returns when all have begun to serve, or have ended once. Throws NoWorker where the first did.
 */
export async function supervise(
  count: number,
  port: number,
  log: Logger,
  { reportEveryMs = 1000 }: SupervisorOptions = {},
): Promise<Supervisor> {
  const serving = new Set<WorkerProcess>();
  const running = new Set<WorkerProcess>();
  /** Reports that a serving worker was asked for since it last gave one: asked, not seconds, for the machine may have slept. */
  const unanswered = new Map<WorkerProcess, number>();
  const metrics = createMetricsCollector();
  // The supervisor spends nothing; it remembers for those that come later.
  const limits = sharedLimits(() => {});
  let sharedPort = port;
  let baseUrl = "";
  let working: WorkerProcess | undefined;
  let isStopping = false;

  /** One does the jobs, so that their bounds (on browsers, on requests to one site) stay what they are for one process. */
  function employ(): void {
    if (working || isStopping) return;
    [working] = serving;
    working?.send({ type: "work" });
  }

  async function hear(worker: WorkerProcess, message: ToSupervisor): Promise<void> {
    if (message.type === "wake") return working?.send({ type: "wake" });
    if (message.type === "report") {
      unanswered.set(worker, 0);
      return metrics.note(worker, message.report, message.round);
    }
    if (message.type === "spent") {
      for (const other of running) if (other !== worker) other.send(message);
      return limits.add(message.spent);
    }
    if (message.type === "pool") {
      await metrics.ask([...serving]);
      return worker.send({ type: "pool", report: metrics.sum() });
    }
    ({ port: sharedPort, baseUrl } = message);
    serving.add(worker);
    log.info({ worker: worker.number, pid: worker.pid }, "a worker serves");
    employ();
  }

  /** Runs one worker until it ends. */
  async function runWorker(number: number, onServing: () => void): Promise<void> {
    const worker = startWorker(number, (message) => {
      void hear(worker, message);
      if (message.type === "ready") onServing();
    });
    running.add(worker);
    worker.send({ type: "begin", number, port: sharedPort, limits: limits.state() });
    const { exitCode, signal } = await worker.ended;
    running.delete(worker);
    serving.delete(worker);
    unanswered.delete(worker);
    metrics.lose(worker, !isStopping);
    if (working === worker) working = undefined;
    // None can serve where the first one cannot.
    if (baseUrl === "") isStopping = true;
    employ();
    if (isStopping) return;
    log[exitCode === 0 ? "warn" : "error"](
      { worker: number, pid: worker.pid, exit_code: exitCode, signal },
      "a worker ended; another takes its place",
    );
  }

  /** Sees to it that there is a worker of that number for as long as the server runs. */
  async function keep(number: number, onFirst: () => void): Promise<void> {
    for (let failures = 0; !isStopping; await Bun.sleep(pauseMs(failures++))) {
      const began = performance.now();
      await runWorker(number, onFirst);
      // Of use where it never served.
      onFirst();
      if (performance.now() - began > steadyMs) failures = 0;
    }
  }

  /** Ends workers that run but answer nobody; the kernel would go on dealing connections to them. */
  function endHung(): void {
    for (const worker of serving) {
      const missed = unanswered.get(worker) ?? 0;
      unanswered.set(worker, missed + 1);
      if (missed !== hungAfterReports) continue;
      log.error({ worker: worker.number, pid: worker.pid, unanswered: missed }, "a worker hangs; it is killed");
      worker.kill("SIGKILL");
    }
  }

  const firstOf = (number: number) => new Promise<void>((resolve) => void keep(number, resolve));
  await firstOf(1);
  if (baseUrl === "") throw new NoWorker();
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => firstOf(i + 2)));
  const reports = setInterval(() => {
    endHung();
    void metrics.ask([...serving]);
  }, reportEveryMs);

  return {
    baseUrl,
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
