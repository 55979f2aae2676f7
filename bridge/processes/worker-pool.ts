import type { RateLimiterAbstract } from "rate-limiter-flexible";
import type { Counts, Gauges, ProcessReport } from "../http/server/metrics.ts";

/** What all processes that serve together have counted. */
export interface WorkerReport extends Pick<Gauges, "workers" | "processes"> {
  operations: Counts;
}

/** The processes that serve one address together, as one of them sees them. */
export interface WorkerPool {
  /** Which of them this one is, from 1. */
  number: number;
  /** The port they share; 0 for the first one to choose. */
  port: number;
  /** A limiter that counts for all of them. */
  limiter(name: string, quota: { points: number; seconds: number }): RateLimiterAbstract;
  /** Tells whoever does the jobs that there may be work. */
  wake(): void;
  /** What all of them have counted. */
  report(): Promise<WorkerReport>;
  /** Says that this one serves. */
  join(member: WorkerPoolMember): void;
  /** Says all there is left to say, before this one ends. */
  leave(): void;
}

/** What a process that serves lets the others ask of it. */
export interface WorkerPoolMember {
  port: number;
  baseUrl: string;
  /** Does the jobs from now on: one process does them for all. */
  work(): void;
  wake(): void;
  report(): ProcessReport;
}
