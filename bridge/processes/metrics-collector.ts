import { type Counts, type ProcessReport, sumOf, sumOfCounters } from "../http/server/metrics.ts";
import type { WorkerReport } from "./worker-pool.ts";
import type { WorkerProcess } from "./worker-process.ts";

const maxMs = 1000;

/**
 * Adds up the metrics of all workers, including those that have ended. If a sum fell, Prometheus would assume a restart
 * and count everything twice.
 */
export function createMetricsCollector() {
  const latest = new Map<WorkerProcess, ProcessReport>();
  const rounds = new Map<number, { missing: Set<WorkerProcess>; end(): void }>();
  let ended: Counts = new Map();
  let endedCounters = new Map<string, number>();
  let restarts = 0;
  let round = 0;

  function complete(worker: WorkerProcess, number: number): void {
    const open = rounds.get(number);
    if (open?.missing.delete(worker) && open.missing.size === 0) open.end();
  }

  return {
    record(worker: WorkerProcess, report: ProcessReport, number?: number): void {
      latest.set(worker, report);
      if (number !== undefined) complete(worker, number);
    },
    remove(worker: WorkerProcess, isRestarted: boolean): void {
      const last = latest.get(worker);
      if (last) {
        ended = sumOf([ended, last.operations]);
        endedCounters = sumOfCounters([endedCounters, last.counters]);
      }
      latest.delete(worker);
      if (isRestarted) restarts++;
      for (const number of rounds.keys()) complete(worker, number);
    },
    async collect(workers: readonly WorkerProcess[]): Promise<void> {
      const own = ++round;
      const { promise, resolve } = Promise.withResolvers<void>();
      if (workers.length === 0) return;
      rounds.set(own, { missing: new Set(workers), end: resolve });
      for (const worker of workers) worker.send({ type: "report", round: own });
      await Promise.race([promise, Bun.sleep(maxMs)]);
      rounds.delete(own);
    },
    sum: (): WorkerReport => ({
      operations: sumOf([ended, ...[...latest.values()].map(({ operations }) => operations)]),
      counters: sumOfCounters([endedCounters, ...[...latest.values()].map(({ counters }) => counters)]),
      processes: [...latest].map(([{ number }, report]) => {
        const { operations, counters, ...gauges } = report;
        return { ...gauges, worker: `${number}` };
      }),
      workers: { restarts },
    }),
  };
}
