import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { Counts, Gauges, ProcessReport } from "../http/server/metrics.ts";

export interface WorkerReport extends Pick<Gauges, "workers" | "processes"> {
  operations: Counts;
  counters: ReadonlyMap<string, number>;
}

/** All the workers, as seen by one of them. */
export interface WorkerPool {
  number: number;
  /** The shared port. If it is 0, the first worker chooses one. */
  port: number;
  limiter(name: string, quota: { points: number; seconds: number }): RateLimiterAbstract;
  /** Tells the worker that runs the jobs that new jobs may be waiting. */
  wake(): void;
  report(): Promise<WorkerReport>;
  join(member: WorkerPoolMember): void;
  /** Sends the final report before this worker ends. */
  leave(): void;
}

export interface WorkerPoolMember {
  port: number;
  baseUrl: string;
  /** Runs the jobs of all workers from now on. */
  work(): void;
  wake(): void;
  report(): ProcessReport;
}
