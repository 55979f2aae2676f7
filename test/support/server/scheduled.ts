import type { Job } from "#tools/core/operations/job.ts";
import { type JobPorts, jobsFor } from "#tools/jobs.ts";

/** Scheduled jobs of these kinds; without kinds, all that need no outside services. */
export const scheduled = (...kinds: string[]): Job[] =>
  jobsFor({} as JobPorts).filter(({ kind, period }) => period && (kinds.length === 0 || kinds.includes(kind)));
