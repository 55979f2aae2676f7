import type { ProcessReport } from "../http/server/metrics.ts";
import type { LimitState, Spent } from "./shared-limits.ts";
import type { WorkerReport } from "./worker-pool.ts";

/** What the supervisor tells a worker; `begin` comes first and once. */
export type ToWorker =
  | { type: "begin"; number: number; port: number; limits: LimitState[] }
  /** From now on this one does the jobs. */
  | { type: "work" }
  | { type: "wake" }
  | { type: "spent"; spent: Spent[] }
  | { type: "report"; round: number }
  | { type: "pool"; report: WorkerReport };

/** What a worker tells the supervisor. */
export type ToSupervisor =
  | { type: "ready"; port: number; baseUrl: string }
  /** There may be work to do. */
  | { type: "wake" }
  | { type: "spent"; spent: Spent[] }
  /** Of the round that asked for it; the last one unasked. */
  | { type: "report"; report: ProcessReport; round?: number }
  /** What have all counted? Answered in the order asked. */
  | { type: "pool" };
