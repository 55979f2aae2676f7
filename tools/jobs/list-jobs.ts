import * as z from "zod";
import { jobCounts, listJobs } from "#db/queries/common/jobs.ts";
import { jobStates } from "#db/schema/vocabulary.ts";
import { time } from "../core/input/fields.ts";
import { openPageFrom, openPageInput, openWindowOf } from "../core/lists/pagination.ts";
import { defineOperation } from "../core/operations/define.ts";

/**
 * Work outside requests as the team reads it, newest first: without what a job was given, in which addresses and
 * names of people stand.
 */
export default defineOperation({
  name: "list_jobs",
  actors: ["team"],
  scopes: [],
  effect: "read",
  input: z.strictObject({
    state: z.enum(jobStates).optional(),
    ...openPageInput,
  }),
  output: z.strictObject({
    items: z.array(
      z.strictObject({
        id: z.int(),
        kind: z.string(),
        state: z.enum(jobStates),
        attempts: z.int(),
        max_attempts: z.int(),
        run_at: time,
        last_error: z.string().nullable(),
        created_at: time,
        finished_at: time.nullable(),
      }),
    ),
    has_more: z.boolean(),
    counts: z.record(z.enum(jobStates), z.int()),
  }),
  async run({ read }, { state, ...page }) {
    const { limit, offset } = openWindowOf(page);
    const { items, has_more } = openPageFrom(await listJobs(read, state, limit, offset), page);
    const known = new Map((await jobCounts(read)).map(({ state, count }) => [state, count]));
    return {
      items: items.map((job) => ({
        id: job.id,
        kind: job.kind,
        state: job.state,
        attempts: job.attempts,
        max_attempts: job.maxAttempts,
        run_at: job.runAt,
        last_error: job.lastError,
        created_at: job.createdAt,
        finished_at: job.finishedAt,
      })),
      has_more,
      counts: Object.fromEntries(jobStates.map((state) => [state, known.get(state) ?? 0])) as Record<
        (typeof jobStates)[number],
        number
      >,
    };
  },
});
