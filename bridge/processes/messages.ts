import type { ProcessReport } from "../http/server/metrics.ts";
import type { Consumption, LimitState } from "./shared-limits.ts";
import type { WorkerReport } from "./worker-pool.ts";

/** Messages from the supervisor to a worker. `begin` is the first message and is sent only once. */
export type ToWorker =
  | { type: "begin"; number: number; port: number; limits: LimitState[] }
  | { type: "work" }
  | { type: "wake" }
  | { type: "consumed"; consumed: Consumption[] }
  | { type: "report"; round: number }
  | { type: "pool"; report: WorkerReport };

/** Messages from a worker to the supervisor. */
export type ToSupervisor =
  | { type: "ready"; port: number; baseUrl: string }
  | { type: "wake" }
  | { type: "consumed"; consumed: Consumption[] }
  /** `round` is undefined in the final report, which is sent without a request. */
  | { type: "report"; report: ProcessReport; round?: number }
  /** Requests the reports of all workers. Responses arrive in the order of the requests. */
  | { type: "pool" };
