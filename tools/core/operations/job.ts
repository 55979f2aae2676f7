import type { Logger } from "pino";
import type * as z from "zod";
import type { Db, Tx } from "#db/store/store.ts";
import type { Operation } from "./define.ts";

/** What a job may end with. */
export interface JobEnd {
  read: Db;
  /**
   * The last step by which a job changes the directory: it calls the operation as this job. It is about the site of
   * that id, for which it may mail; unless said it is about none.
   */
  finish<Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    siteId?: number,
  ): Finish;
}

/** What a running job may use. */
export interface JobContext extends JobEnd {
  /** For what the job keeps for itself. A transaction that only commits while it is still ours; throws LeaseLost otherwise. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  log: Logger;
  now: Date;
  /** Aborted when the lease is lost or the server stops. */
  signal: AbortSignal;
  /** 1 for the first try. */
  attempt: number;
}

/** The last step of a job, in the transaction that marks it done. */
export type Finish = (tx: Tx) => Promise<void>;

/**
 * A kind of background work. `run` may talk to the world and may be killed at any moment and started again, so what
 * it does outside the database must carry a key that makes a repeat harmless.
 */
export interface JobKind<Payload extends z.ZodObject = z.ZodObject> {
  kind: string;
  payload: Payload;
  run(context: JobContext, payload: z.output<Payload>): Promise<Finish | undefined>;
  /** How many of this kind one process runs at once; 1 unless said. */
  concurrency?: number;
  /** How it ends when all attempts have failed, in the transaction that gives up. */
  onDead?(job: JobEnd, payload: z.output<Payload>, error: Error): Promise<Finish | undefined>;
}

/** Scheduled work: one job per period, however many processes there are. */
export interface PeriodicJob {
  kind: string;
  /** Names the period `now` is in, such as `2026-W47`; a new name is due at once. */
  period(now: Date): string;
  run(context: JobContext): Promise<Finish | undefined>;
}

export const defineJob = <Payload extends z.ZodObject>(job: JobKind<Payload>): JobKind => job as unknown as JobKind;

/** A failure that no repeat can mend. */
export class PermanentFailure extends Error {}
