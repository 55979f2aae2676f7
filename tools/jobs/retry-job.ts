import * as z from "zod";
import { jobById } from "#db/queries/common/job-records.ts";
import { retryJob } from "#db/queries/common/jobs.ts";
import { Problem } from "../core/errors/errors.ts";
import { defineTeamTool } from "../core/operations/team-tool.ts";

export default defineTeamTool({
  name: "retry_job",
  command: {
    name: "jobs retry <id>",
    description: "Queue a dead job again",
    done: ({ id }) => `Queued the job ${id} again.`,
  },
  description: "Runs a failed job again.",
  rest: { method: "POST", path: "/team/jobs/{id}/retry" },
  scopes: ["team:admin"],
  effect: "write",
  input: z.strictObject({ id: z.int() }),
  output: z.strictObject({ id: z.int(), state: z.literal("queued") }),
  async run({ now }, { id }) {
    return async (tx, record) => {
      const job = await jobById(tx, id);
      if (!job) throw new Problem("not_found", `there is no job ${id}`);
      if (!(await retryJob(tx, id, now)))
        throw new Problem("state_conflict", `job ${id} is ${job.state}; only a dead job can be queued again`);
      record({
        subjects: [`job:${id}`],
        before: { state: job.state, attempts: job.attempts, last_error: job.lastError },
        after: { state: "queued", attempts: 0 },
      });
      return { id, state: "queued" as const };
    };
  },
});
