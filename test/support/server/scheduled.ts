import type { Job } from "#tools/core/operations/job.ts";
import { type JobPorts, jobsFor } from "#tools/jobs.ts";

/** The scheduled jobs of these kinds; all that need nothing of the world unless any is named. */
export const scheduled = (...kinds: string[]): Job[] =>
  jobsFor({} as JobPorts).filter(({ kind, period }) => period && (kinds.length === 0 || kinds.includes(kind)));
