import { hostname } from "node:os";
import { endLease } from "#db/queries/common/job-records.ts";
import {
  claimJob,
  endLeases,
  enqueue,
  extendLease,
  hasDueJobs,
  hasJob,
  holdsLease,
  type LeasedJob,
  leaseOwners,
  postponeJob,
  releaseLeases,
} from "#db/queries/common/jobs.ts";
import type { Store } from "#db/store/store.ts";
import { count } from "#db/values/counters.ts";
import { traced } from "#db/values/spans.ts";
import { type Finish, type Job, type JobContext, PermanentFailure, Postponed } from "#tools/core/operations/job.ts";
import { type FinishParts, finishOf } from "./finish.ts";
import { isAlive } from "./is-alive.ts";

export type JobRunner = ReturnType<typeof startJobRunner>;

export interface JobRunnerOptions extends FinishParts {
  store: Store;
  jobs: readonly Job[];
  /** Milliseconds between polls; 0 disables polling. */
  pollMs?: number;
  leaseMs?: number;
}

class LeaseLost extends Error {}

/** After this many heartbeats, 15 minutes, a job is probably stuck. */
const stuckAfterBeats = 45;
const maxJumpMs = 10_000;

/**
 * Returns the delay after a failed attempt: 5 s, doubled each time, up to an hour. It varies randomly by up to a tenth,
 * to keep failed jobs from retrying at the same moment.
 */
export function retryDelayMs(attempt: number, random = Math.random()): number {
  const delay = Math.min(3_600_000, 5_000 * 2 ** (attempt - 1));
  return Math.round(delay * (0.9 + random * 0.2));
}

/** Runs the jobs of the database in this process. Several processes may share one database. */
export function startJobRunner(options: JobRunnerOptions) {
  const { store, log, now, jobs, pollMs = 1000, leaseMs = 60_000 } = options;
  const owner = `${hostname()}:${process.pid}:${crypto.randomUUID().slice(0, 8)}`;
  ownersHere.add(owner);
  const byKind = new Map(jobs.map((job) => [job.kind, job]));
  const running = new Map<number, { kind: string; stop: AbortController; ended: Promise<void> }>();
  let isStopping = false;
  let fault: string | null = null;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  let scheduledMinute: number | undefined;

  async function endDeadLeases(): Promise<void> {
    const dead = (await leaseOwners(store.read)).filter((other) => other !== owner && isDead(other));
    for (const other of dead) await store.write((tx) => endLeases(tx, other));
  }

  async function schedule(): Promise<void> {
    // A period lasts at least a minute, and a poll follows every write.
    const minute = Math.floor(now().getTime() / 60_000);
    if (minute === scheduledMinute) return;
    for (const { kind, period } of jobs) {
      const key = period && `${kind}:${period(now())}`;
      if (key && !(await hasJob(store.read, key))) await store.write((tx) => enqueue(tx, { kind, key }, now()));
    }
    scheduledMinute = minute;
  }

  const freeKinds = () =>
    [...byKind.values()]
      .filter(
        ({ kind, concurrency = 1 }) => [...running.values()].filter((job) => job.kind === kind).length < concurrency,
      )
      .map(({ kind }) => kind);

  /** Runs one poll at a time. A call during a poll causes another poll afterwards. */
  function poll(): Promise<void> {
    pollAgain = true;
    polling ??= pollUntilIdle();
    return polling;
  }

  async function pollUntilIdle(): Promise<void> {
    try {
      while (pollAgain && !isStopping) {
        pollAgain = false;
        await schedule();
        while (!isStopping && (await hasDueJobs(store.read, freeKinds(), now()))) {
          const time = now();
          const leaseUntil = new Date(time.getTime() + leaseMs);
          const job = await store.write((tx) => claimJob(tx, owner, freeKinds(), leaseUntil, time));
          if (!job) break;
          start(job);
        }
      }
      if (fault !== null) log.info("job queue resumed");
      fault = null;
    } catch (error) {
      const reason = String(error);
      // The error is logged once rather than at every poll, because the log may be on the disk that is full.
      if (reason !== fault) log.error({ err: error }, "job queue stalled");
      fault = reason;
    } finally {
      // `polling` is reset in the same microtask as the last check of `pollAgain`, so that a later call starts a new
      // poll.
      polling = undefined;
    }
  }

  function start(job: LeasedJob): void {
    // This process was suspended for longer than its own lease. It has now claimed a job that it is still running,
    // which renewed the lease.
    if (running.has(job.id)) return;
    const stop = new AbortController();
    const ended = run(job, stop).finally(() => {
      running.delete(job.id);
      if (!isStopping) void poll();
    });
    running.set(job.id, { kind: job.kind, stop, ended });
  }

  async function run(job: LeasedJob, stop: AbortController): Promise<void> {
    const definition = byKind.get(job.kind)!;
    if (job.attempts > job.maxAttempts)
      return fail(job, definition, new Error("its process died on every attempt")).catch(logUnsaved(job));
    const about = { job: job.id, kind: job.kind, attempt: job.attempts };
    const guarded: JobContext["write"] = (work) =>
      store.write(async (tx) => {
        if (!(await holdsLease(tx, job.id, owner))) throw new LeaseLost(`lost the lease of job ${job.id}`);
        return work(tx);
      });
    let beats = 0;
    const heartbeat = setInterval(async () => {
      if (++beats === stuckAfterBeats) log.warn(about, "job has been running for 15 minutes");
      const isHeld = await store
        .write((tx) => extendLease(tx, job.id, owner, new Date(now().getTime() + leaseMs)))
        .catch(() => true);
      if (!isHeld) stop.abort(new LeaseLost(`lost the lease of job ${job.id}`));
    }, leaseMs / 3);
    try {
      const payload = definition.payload.parse(JSON.parse(job.payload));
      const context: JobContext = {
        read: store.read,
        finish: finishOf(options, job),
        write: guarded,
        log: log.child(about),
        get now() {
          return now();
        },
        signal: stop.signal,
        attempt: job.attempts,
      };
      const runAndEnd = async () => {
        const finish = await definition.run(context, payload);
        await guarded(async (tx) => {
          await finish?.(tx);
          await endLease(tx, job.id, { state: "done" }, now());
        });
      };
      await traced(`job ${job.kind}`, runAndEnd, () => ({ kind: "consumer", parent: null, attributes: about }));
      countAttempt(job, "done");
      log.info(about, "job done");
    } catch (error) {
      // The job did not fail: either another process has it, or it will be released.
      if (error instanceof LeaseLost || stop.signal.aborted) return;
      if (error instanceof Postponed)
        return await guarded((tx) => postponeJob(tx, job.id, error.until)).catch(logUnsaved(job));
      await fail(job, definition, error).catch(logUnsaved(job));
    } finally {
      clearInterval(heartbeat);
    }
  }

  const logUnsaved = (job: LeasedJob) => (error: unknown) =>
    log.error({ job: job.id, kind: job.kind, err: error }, "a job failure could not be saved");

  async function fail(job: LeasedJob, definition: Job, thrown: unknown): Promise<void> {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const { message } = error;
    const isDead = error instanceof PermanentFailure || job.attempts >= job.maxAttempts;
    log[isDead ? "error" : "warn"](
      { job: job.id, kind: job.kind, attempt: job.attempts, err: error },
      isDead ? "job failed permanently" : "job failed and will be retried",
    );
    countAttempt(job, isDead ? "dead" : "retried");
    const lastStep = isDead ? await lastStepOf(job, definition, error) : undefined;
    await store.write(async (tx) => {
      if (!(await holdsLease(tx, job.id, owner))) return;
      if (!isDead) {
        const delayMs = definition.retryDelaysMs?.[job.attempts - 1] ?? retryDelayMs(job.attempts);
        const runAt = new Date(now().getTime() + delayMs);
        return endLease(tx, job.id, { state: "queued", error: message, runAt }, now());
      }
      await lastStep?.(tx);
      await endLease(tx, job.id, { state: "dead", error: message }, now());
    });
  }

  async function lastStepOf(job: LeasedJob, { payload, onDead }: Job, error: Error): Promise<Finish | undefined> {
    const { success, data } = payload.safeParse(JSON.parse(job.payload));
    return success ? onDead?.({ read: store.read, finish: finishOf(options, job) }, data, error) : undefined;
  }

  let offset: number | undefined;
  const tick = () => {
    const current = now().getTime() - performance.now();
    const jumpMs = current - (offset ?? current);
    offset = current;
    if (Math.abs(jumpMs) > maxJumpMs) log.warn({ seconds: Math.round(jumpMs / 1000) }, "the clock jumped");
    void poll();
  };
  const timer = pollMs > 0 ? setInterval(tick, pollMs) : undefined;
  if (pollMs > 0)
    void endDeadLeases()
      .catch((error) => log.error({ err: error }, "the leases of dead processes could not be ended"))
      .then(poll);

  return {
    wake: () => void poll(),
    /** Runs all due jobs, including those that they create, until none are left. Tests and commands use this. */
    async drain(): Promise<void> {
      do {
        await poll();
        await Promise.all([...running.values()].map((job) => job.ended));
      } while (polling !== undefined || running.size > 0 || (await hasDueJobs(store.read, [...byKind.keys()], now())));
    },
    isHealthy: () => fault === null,
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(timer);
      for (const job of running.values()) job.stop.abort(new Error("the server is stopping"));
      await Promise.race([Promise.all([...running.values()].map((job) => job.ended)), Bun.sleep(5000)]);
      await store
        .write((tx) => releaseLeases(tx, owner))
        // The leases expire anyway, and the shutdown must continue.
        .catch((error: unknown) => log.warn({ err: error }, "job leases could not be released"));
    },
  };
}

const countAttempt = ({ kind }: LeasedJob, result: "done" | "retried" | "dead") =>
  count(`slipway_job_attempts_total{kind="${kind}",result="${result}"}`);

/** Returns whether the owner is a dead process on this machine. Processes on other machines cannot be checked. */
function isDead(owner: string): boolean {
  const [host, pid] = owner.split(":");
  if (host !== hostname()) return false;
  // In a container, an earlier process may have had the same ID as this one.
  return Number(pid) === process.pid ? !ownersHere.has(owner) : !isAlive(Number(pid));
}

const ownersHere = new Set<string>();
