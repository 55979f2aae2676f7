import { jobs } from "../../schema/jobs.ts";
import type { JobState } from "../../schema/vocabulary.ts";
import { type Db, preparedSql, type Tx } from "../../store/store.ts";

export interface NewJob {
  kind: string;
  /** A second job with the same key is not stored. */
  key: string;
  payload?: Record<string, unknown>;
  /** Only one job of a lane runs at a time. */
  lane?: string;
  runAt?: Date;
  maxAttempts?: number;
}

const maxAttempts = jobs.maxAttempts.default as number;
const enqueueQuery = preparedSql<never, [string, string]>(`
  INSERT INTO jobs (kind, key, payload, lane, run_at, max_attempts, created_at)
  SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, ?2 FROM json_each(?1) WHERE true ORDER BY key
  ON CONFLICT DO NOTHING`);

export const enqueue = (tx: Tx, job: NewJob, now: Date): Promise<void> => enqueueAll(tx, [job], now);

export async function enqueueAll(tx: Tx, asked: readonly NewJob[], now: Date): Promise<void> {
  if (asked.length === 0) return;
  const rows = asked.map(({ kind, key, payload = {}, lane = null, runAt = now, ...job }) => {
    const attempts = job.maxAttempts ?? maxAttempts;
    return [kind, key, JSON.stringify(payload), lane, runAt.toISOString(), attempts];
  });
  await enqueueQuery.run(tx, JSON.stringify(rows), now.toISOString());
}

const dropQuery = preparedSql<{ id: number }, [string]>("DELETE FROM jobs WHERE key = ? RETURNING id");
/** A running job loses its lease with it and leaves no effect. */
export const dropJob = async (tx: Tx, key: string): Promise<boolean> => (await dropQuery.get(tx, key)) !== null;

const payloadQuery = preparedSql<never, [string, string]>("UPDATE jobs SET payload = ? WHERE key = ?");
export const setJobPayload = (tx: Tx, key: string, payload: Record<string, unknown>): Promise<void> =>
  payloadQuery.run(tx, JSON.stringify(payload), key);

export const jobByKey = preparedSql<{ state: JobState; payload: string }, [key: string]>(
  "SELECT state, payload FROM jobs WHERE key = ?",
).get;

const latestQuery = preparedSql<{ createdAt: string; isPending: number }, [string, string]>(`
  SELECT created_at AS createdAt, state IN ('queued', 'leased') AS isPending FROM jobs
  WHERE key >= ?1 AND key < ?2 ORDER BY isPending DESC, created_at DESC LIMIT 1`);
/** The unfinished job whose key starts with the prefix, or else the latest one. */
export async function latestJob(db: Db, prefix: string): Promise<{ createdAt: string; isPending: boolean } | null> {
  const row = await latestQuery.get(db, prefix, `${prefix}\u{10ffff}`);
  return row && { ...row, isPending: row.isPending === 1 };
}

export interface LeasedJob {
  id: number;
  kind: string;
  key: string;
  payload: string;
  attempts: number;
  maxAttempts: number;
}

// An expired lease belongs to a process that died. Its job is due again, and its lane is free.
const isLaneFree = (now: string) => `(j.lane IS NULL OR NOT EXISTS (
  SELECT 1 FROM jobs r WHERE r.state = 'leased' AND r.lane IS NOT NULL AND r.lane = j.lane AND r.lease_until >= ${now}))`;
const claimQuery = preparedSql<LeasedJob, [string, string, string, string]>(`
  UPDATE jobs SET state = 'leased', lease_owner = ?1, lease_until = ?2, attempts = attempts + 1 WHERE id = (
    SELECT id FROM (
      SELECT id, run_at FROM jobs j
      WHERE state = 'queued' AND run_at <= ?3 AND kind IN (SELECT value FROM json_each(?4)) AND ${isLaneFree("?3")}
      UNION ALL
      SELECT id, run_at FROM jobs j
      WHERE state = 'leased' AND lease_until < ?3 AND kind IN (SELECT value FROM json_each(?4)) AND ${isLaneFree("?3")})
    ORDER BY run_at, id LIMIT 1)
  RETURNING id, kind, key, payload, attempts, max_attempts AS maxAttempts`);

export const claimJob = (
  tx: Tx,
  owner: string,
  kinds: string[],
  leaseUntil: Date,
  now: Date,
): Promise<LeasedJob | null> =>
  claimQuery.get(tx, owner, leaseUntil.toISOString(), now.toISOString(), JSON.stringify(kinds));

const isOfKinds = "kind IN (SELECT value FROM json_each(?2))";
const dueQuery = preparedSql<{ due: number }, [string, string]>(`
  SELECT EXISTS (SELECT 1 FROM jobs j WHERE state = 'queued' AND run_at <= ?1 AND ${isOfKinds} AND ${isLaneFree("?1")})
    OR EXISTS (SELECT 1 FROM jobs j WHERE state = 'leased' AND lease_until < ?1 AND ${isOfKinds} AND ${isLaneFree("?1")})
    AS due`);

/** Only reads, so that an idle runner never blocks the writer. */
export const hasDueJobs = async (db: Db, kinds: string[], now: Date): Promise<boolean> =>
  (await dueQuery.get(db, now.toISOString(), JSON.stringify(kinds)))!.due === 1;

const knownKey = preparedSql<{ id: number }, [string]>("SELECT id FROM jobs WHERE key = ?");
export const hasJob = async (db: Db, key: string): Promise<boolean> => (await knownKey.get(db, key)) !== null;

const extendQuery = preparedSql<{ id: number }, [string, number, string]>(
  "UPDATE jobs SET lease_until = ? WHERE id = ? AND lease_owner = ? AND state = 'leased' RETURNING id",
);
export const extendLease = async (tx: Tx, id: number, owner: string, until: Date): Promise<boolean> =>
  (await extendQuery.get(tx, until.toISOString(), id, owner)) !== null;

const holdsQuery = preparedSql<{ id: number }, [number, string]>(
  "SELECT id FROM jobs WHERE id = ? AND lease_owner = ? AND state = 'leased'",
);
export const holdsLease = async (tx: Tx, id: number, owner: string): Promise<boolean> =>
  (await holdsQuery.get(tx, id, owner)) !== null;

/** Gives back the leases of a stopping process. Their attempts do not count. */
export const releaseLeases = preparedSql<never, [owner: string]>(`
  UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL, attempts = attempts - 1
  WHERE state = 'leased' AND lease_owner = ?`).run;

const ownersQuery = preparedSql<{ owner: string }, []>(
  "SELECT DISTINCT lease_owner AS owner FROM jobs WHERE state = 'leased'",
);
export const leaseOwners = async (db: Db): Promise<string[]> => (await ownersQuery.all(db)).map(({ owner }) => owner);

/** Ends the leases of a process that died. Their attempts count. */
export const endLeases = preparedSql<never, [owner: string]>(`
  UPDATE jobs SET state = 'queued', lease_owner = NULL, lease_until = NULL WHERE state = 'leased' AND lease_owner = ?`).run;

const retryQuery = preparedSql<{ id: number }, [string, number]>(
  "UPDATE jobs SET state = 'queued', attempts = 0, run_at = ?, finished_at = NULL WHERE id = ? AND state = 'dead' RETURNING id",
);
export const retryJob = async (tx: Tx, id: number, now: Date): Promise<boolean> =>
  (await retryQuery.get(tx, now.toISOString(), id)) !== null;

export const jobCounts = preparedSql<{ state: string; count: number }, []>(
  "SELECT state, count(*) AS count FROM jobs GROUP BY state",
).all;

/** Returns how many jobs ever ended as done or dead, deleted ones included, and how many wait or run now. */
export const jobTotals = preparedSql<{ state: JobState; total: number }, []>(`
  SELECT state, total FROM job_totals UNION ALL
  SELECT state, count(*) FROM jobs WHERE state IN ('queued', 'leased') GROUP BY state ORDER BY state`).all;

// Monthly work has the month as its period, and a month may be longer than jobs are kept.
const pruneQuery = preparedSql<never, [string, string, string]>(`
  DELETE FROM jobs WHERE finished_at < ?1 AND state IN ('done', 'dead') AND key <> kind || ':' || substr(?2, 1, 7)
    AND NOT (state = 'dead' AND kind IN (SELECT value FROM json_each(?3)))`);
/** Dead jobs of the kinds in `kept` stay. */
export const pruneJobs = (tx: Tx, time: Date, kept: readonly string[], now: Date): Promise<void> =>
  pruneQuery.run(tx, time.toISOString(), now.toISOString(), JSON.stringify(kept));
