import * as z from "zod";
import type { Job } from "#db/queries/common/job-records.ts";
import { jobCounts } from "#db/queries/common/jobs.ts";
import { type JobState, jobStates } from "#db/schema/vocabulary.ts";
import type { Db } from "#db/store/store.ts";
import { time } from "../core/input/fields.ts";

/** Leaves out the payload and key, which may contain email addresses and names. */
export const jobRecord = z.strictObject({
  id: z.int(),
  kind: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  max_attempts: z.int(),
  run_at: time,
  last_error: z.string().nullable(),
  created_at: time,
  finished_at: time.nullable(),
});

export const toJob = (job: Job) => ({
  id: job.id,
  kind: job.kind,
  state: job.state,
  attempts: job.attempts,
  max_attempts: job.maxAttempts,
  run_at: job.runAt,
  last_error: job.lastError,
  created_at: job.createdAt,
  finished_at: job.finishedAt,
});

export const operatorFields = {
  key: z.string(),
  lease_owner: z.string().nullable(),
  lease_until: time.nullable(),
};

export const toOperatorJob = (job: Job) => ({
  ...toJob(job),
  key: job.key,
  lease_owner: job.leaseOwner,
  lease_until: job.leaseUntil,
});

export async function countsByState(read: Db): Promise<Record<JobState, number>> {
  const known = new Map((await jobCounts(read)).map(({ state, count }) => [state, count]));
  return Object.fromEntries(jobStates.map((state) => [state, known.get(state) ?? 0])) as Record<JobState, number>;
}
