import type { Logger } from "pino";
import type * as z from "zod";
import type { Db, Tx } from "#db/store/store.ts";
import { lookup } from "#db/values/lookup.ts";
import type { JobFacts } from "./declare-job.ts";
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
 * Does the work of a job. `run` may talk to the world and may be killed at any moment and started again, so what
 * it does outside the database must carry a key that makes a repeat harmless.
 */
export interface JobHandler<Payload extends z.ZodObject = z.ZodObject> {
  run(context: JobContext, payload: z.output<Payload>): Promise<Finish | undefined>;
  /** How it ends when all attempts have failed, in the transaction that gives up. */
  onDead?(job: JobEnd, payload: z.output<Payload>, error: Error): Promise<Finish | undefined>;
}

/** A declared job with its handler, as the runner takes it. */
export type Job = JobFacts & JobHandler;

export const handleJob = <Payload extends z.ZodObject>(job: JobFacts<Payload> & JobHandler<Payload>): Job =>
  job as unknown as Job;

type HandlersOf<Jobs> = {
  [Name in keyof Jobs as Jobs[Name] extends JobFacts ? Name : never]: Jobs[Name] extends JobFacts<infer Payload>
    ? JobHandler<Payload>
    : never;
};

/** Returns the jobs that a subject declares, each with the handler of its name; a missing one does not compile. */
export const handleJobs = <Jobs extends object>(jobs: Jobs, handlers: HandlersOf<Jobs>): Job[] =>
  Object.entries<JobHandler>(handlers).map(([name, handler]) => ({
    ...lookup(jobs as Record<string, JobFacts>, name)!,
    ...handler,
  }));

/** A failure that no repeat can mend. */
export class PermanentFailure extends Error {}
