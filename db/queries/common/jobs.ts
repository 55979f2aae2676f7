import { jobs } from "../../schema/jobs.ts";
import type { JobState } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export interface NewJob {
  kind: string;
  /** A second job with the same key is not stored. */
  key: string;
  payload?: Record<string, unknown>;
  /** Only one job in a lane runs at a time. */
  lane?: string;
  runAt?: Date;
  maxAttempts?: number;
}

const maxAttempts = jobs.maxAttempts.default as number;
const enqueueQuery = preparedSql<never, [rows: unknown[], now: Date]>(`
  INSERT INTO jobs (kind, key, payload, lane, run_at, max_attempts, created_at)
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, ?2 FROM json_each(?1) WHERE true ORDER BY key
  ON CONFLICT DO NOTHING`);

export const enqueue = (tx: Tx, job: NewJob, now: Date): Promise<void> => enqueueAll(tx, [job], now);

export async function enqueueAll(tx: Tx, asked: readonly NewJob[], now: Date): Promise<void> {
  if (asked.length === 0) return;
  const rows = asked.map(({ kind, key, payload = {}, lane = null, runAt = now, ...job }) => {
    const attempts = job.maxAttempts ?? maxAttempts;
    return [kind, key, JSON.stringify(payload), lane, runAt, attempts];
  });
  await enqueueQuery.run(tx, rows, now);
}

/** Deletes a job. If the job is running, it loses its lease and has no effect. */
export const dropJob = preparedSql<{ id: number }, [key: string]>(
  "DELETE FROM jobs WHERE key = ? RETURNING id",
).changes;

const payloadQuery = preparedSql<never, [string, string]>("UPDATE jobs SET payload = ? WHERE key = ?");
export const setJobPayload = (tx: Tx, key: string, payload: Record<string, unknown>): Promise<void> =>
  payloadQuery.run(tx, JSON.stringify(payload), key);

export const jobByKey = preparedSql<{ state: JobState; payload: string }, [key: string]>(
  "SELECT state, payload FROM jobs WHERE key = ?",
).get;

const latestQuery = preparedSql<{ createdAt: string; isPending: boolean }, [from: string, until: string]>(
  `SELECT created_at AS createdAt, state IN ('queued', 'leased') AS isPending FROM jobs
  WHERE key >= ?1 AND key < ?2 ORDER BY isPending DESC, created_at DESC LIMIT 1`,
  { isPending: Boolean },
);
/** The unfinished job whose key starts with the prefix or, if there is none, the latest job with such a key. */
export const latestJob = (db: Db, prefix: string) => latestQuery.get(db, prefix, `${prefix}\u{10ffff}`);

export interface LeasedJob {
  id: number;
  kind: string;
  key: string;
  payload: string;
  attempts: number;
  maxAttempts: number;
}

// An expired lease belonged to a process that died. Its job is due again, and its lane is free.
const isLaneFree = (now: string) => `(j.lane IS NULL OR NOT EXISTS (
  SELECT 1 FROM jobs r WHERE r.state = 'leased' AND r.lane IS NOT NULL AND r.lane = j.lane AND r.lease_until >= ${now}))`;
// The earliest job of each kind comes from the index, so the time does not grow with the number of waiting jobs.
const claimQuery = preparedSql<LeasedJob, [owner: string, leaseUntil: Date, now: Date, kinds: string[]]>(`
  UPDATE jobs SET state = 'leased', lease_owner = ?1, lease_until = ?2, attempts = attempts + 1 WHERE id = (
    SELECT id FROM (
      SELECT (SELECT j.id FROM jobs j WHERE j.state = 'queued' AND j.kind = k.value AND j.run_at <= ?3
        AND ${isLaneFree("?3")} ORDER BY j.run_at, j.id LIMIT 1) AS id FROM json_each(?4) k
      UNION ALL
      SELECT id FROM jobs j
      WHERE state = 'leased' AND lease_until < ?3 AND kind IN (SELECT value FROM json_each(?4)) AND ${isLaneFree("?3")})
    JOIN jobs USING (id) ORDER BY run_at, id LIMIT 1)
  RETURNING id, kind, key, payload, attempts, max_attempts AS maxAttempts`);

export const claimJob = (
  tx: Tx,
  owner: string,
  kinds: string[],
  leaseUntil: Date,
  now: Date,
): Promise<LeasedJob | null> => claimQuery.get(tx, owner, leaseUntil, now, kinds);

const isOfKinds = "kind IN (SELECT value FROM json_each(?1))";
/** This query only reads, so an idle runner never blocks the writer. */
export const hasDueJobs = preparedSql<{ due: boolean }, [kinds: string[], now: Date]>(
  `SELECT EXISTS (SELECT 1 FROM jobs j WHERE state = 'queued' AND run_at <= ?2 AND ${isOfKinds} AND ${isLaneFree("?2")})
    OR EXISTS (SELECT 1 FROM jobs j WHERE state = 'leased' AND lease_until < ?2 AND ${isOfKinds} AND ${isLaneFree("?2")})
    AS due`,
  { due: Boolean },
).value;

export const hasJob = preparedSql<{ id: number }, [key: string]>("SELECT id FROM jobs WHERE key = ?").exists;

export const extendLease = preparedSql<{ id: number }, [id: number, owner: string, until: Date]>(
  "UPDATE jobs SET lease_until = ?3 WHERE id = ?1 AND lease_owner = ?2 AND state = 'leased' RETURNING id",
).changes;

export const holdsLease = preparedSql<{ id: number }, [id: number, owner: string]>(
  "SELECT id FROM jobs WHERE id = ? AND lease_owner = ? AND state = 'leased'",
).exists;

/** Ends the lease of a job that must wait. The attempt does not count. */
export const postponeJob = preparedSql<never, [id: number, until: Date]>(`
  UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL, attempts = attempts - 1, run_at = ?2
  WHERE id = ?1`).run;

/** Releases the leases of a process that is stopping. The interrupted attempts do not count. */
export const releaseLeases = preparedSql<never, [owner: string]>(`
  UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL, attempts = attempts - 1
  WHERE state = 'leased' AND lease_owner = ?`).run;

export const leaseOwners = preparedSql<{ owner: string }, []>(
  "SELECT DISTINCT lease_owner AS owner FROM jobs WHERE state = 'leased'",
).values;

/** Ends the leases of a process that died. The interrupted attempts count. */
export const endLeases = preparedSql<never, [owner: string]>(`
  UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL WHERE state = 'leased' AND lease_owner = ?`).run;

export const retryJob = preparedSql<{ id: number }, [id: number, now: Date]>(
  "UPDATE jobs SET state = 'queued', attempts = 0, run_at = ?2, finished_at = NULL WHERE id = ?1 AND state = 'dead' RETURNING id",
).changes;

export const jobCounts = preparedSql<{ state: string; count: number }, []>(
  "SELECT state, count(*) AS count FROM jobs GROUP BY state",
).all;

/** Returns how many jobs have ever ended as done or dead, including deleted ones. */
export const jobTotals = preparedSql<{ state: JobState; total: number }, []>("SELECT state, total FROM job_totals").all;

export interface JobBacklog {
  kind: string;
  state: JobState;
  total: number;
  /** Null if no job is due yet. */
  oldestDue: string | null;
}

/** The jobs that wait, run or were given up. */
export const jobBacklog = preparedSql<JobBacklog, [now: Date]>(`
  SELECT kind, state, count(*) AS total, min(CASE WHEN run_at <= ?1 THEN run_at END) AS oldestDue FROM jobs
  WHERE state IN ('queued', 'leased', 'dead') GROUP BY kind, state`).all;

// The current month's job is kept, so that it cannot run twice. A month may be longer than the time for which jobs are
// kept.
export const pruneJobs = preparedSql<never, [time: Date, keptIfDead: readonly string[], now: Date]>(`
  DELETE FROM jobs WHERE finished_at < ?1 AND state IN ('done', 'dead') AND key <> kind || ':' || substr(?3, 1, 7)
    AND NOT (state = 'dead' AND kind IN (SELECT value FROM json_each(?2)))`).run;
