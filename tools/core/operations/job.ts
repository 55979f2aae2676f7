import type { Logger } from "pino";
import type * as z from "zod";
import type { Db, Tx } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import type { JobFacts } from "./declare-job.ts";
import type { Operation } from "./define.ts";

export interface JobEnd {
  read: Db;
  /**
   * `siteId` is required if the operation sends mail. If `accountId` is sent, the member of the team with this account
   * calls the operation, with the role of now.
   */
  finish<Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
    siteId?: number,
    accountId?: number,
  ): Finish;
}

export interface JobContext extends JobEnd {
  /** Writes the job's own records. Throws LeaseLost if the job has lost its lease. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  log: Logger;
  /** The time of reading this field. */
  readonly now: Date;
  /** The signal aborts when the lease is lost or the server stops. */
  signal: AbortSignal;
  attempt: number;
}

/** Runs in the transaction that marks the job as done or dead. */
export type Finish = (tx: Tx) => Promise<void>;

/**
 * Performs the work. The job may be killed at any moment and started again. External effects therefore need a key that
 * makes a repetition harmless.
 */
export interface JobHandler<Payload extends z.ZodObject = z.ZodObject> {
  run(context: JobContext, payload: z.output<Payload>): Promise<Finish | undefined>;
  /** Runs when the last attempt has failed, before the transaction that marks the job as dead. */
  onDead?(job: JobEnd, payload: z.output<Payload>, error: Error): Promise<Finish | undefined>;
}

export type Job = JobFacts & JobHandler;

export const handleJob = <Payload extends z.ZodObject>(job: JobFacts<Payload> & JobHandler<Payload>): Job =>
  job as unknown as Job;

type HandlersOf<Jobs> = {
  [Name in keyof Jobs as Jobs[Name] extends JobFacts ? Name : never]: Jobs[Name] extends JobFacts<infer Payload>
    ? JobHandler<Payload>
    : never;
};

/** A missing handler is a compile error. */
export const handleJobs = <Jobs extends object>(jobs: Jobs, handlers: HandlersOf<Jobs>): Job[] =>
  Object.entries<JobHandler>(handlers).map(([name, handler]) => ({
    ...lookup(jobs as Record<string, JobFacts>, name)!,
    ...handler,
  }));

/** Thrown by a job that must wait until a time. The attempt does not count. */
export class Postponed extends Error {
  constructor(readonly until: Date) {
    super(`postponed until ${until.toISOString()}`);
  }
}

/** A failure that a retry cannot fix. */
export class PermanentFailure extends Error {}
