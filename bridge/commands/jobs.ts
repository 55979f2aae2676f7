import { type Command, Option } from "commander";
import { type Job, jobById, jobCounts, listJobs } from "#db/queries/common/jobs.ts";
import { type JobState, jobStates } from "#db/schema/vocabulary.ts";
import retryJob from "#tools/jobs/retry-job.ts";
import { type Admin, AdminError, idArgument, type PageOptions, withPage } from "./command.ts";
import { fieldTable, table } from "./table.ts";

interface JobsOptions extends PageOptions {
  state?: JobState;
}

export function addJobs(program: Command, admin: Admin): void {
  const jobs = program.command("jobs").description("work done outside requests: mail, scheduled work");
  withPage(jobs.command("list"))
    .description("jobs, newest first")
    .addOption(new Option("--state <state>", "only those in this state").choices(jobStates))
    .action(
      admin.act<JobsOptions>(async ({ store }, { state, limit, page }) => {
        const data = (await listJobs(store.read, state, limit, (page - 1) * limit)).map(shown);
        return { data, text: table(data, ["id", "kind", "key", "state", "attempts", "run_at", "last_error"]) };
      }),
    );
  jobs
    .command("counts")
    .description("how many jobs are in each state")
    .action(
      admin.act(async ({ store }) => {
        const known = new Map((await jobCounts(store.read)).map(({ state, count }) => [state, count]));
        const rows = jobStates.map((state) => ({ state, count: known.get(state) ?? 0 }));
        return {
          data: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
          text: table(rows, ["state", "count"]),
        };
      }),
    );
  jobs
    .command("show")
    .argument("<id>", "id of the job", idArgument)
    .description("one job with what it was asked and why it failed last")
    .action(
      admin.act(async ({ store }, _, id) => {
        const job = await jobById(store.read, Number(id));
        if (!job) throw new AdminError(`there is no job ${id}`);
        const data = { ...shown(job), payload: job.payload };
        return { data, text: fieldTable({ ...data, payload: JSON.stringify(job.payload) }) };
      }),
    );
  jobs
    .command("retry")
    .argument("<id>", "id of the job", idArgument)
    .description("queue a job again that was given up")
    .action(
      admin.act(async (session, _, id) => {
        const data = await session.call(retryJob, { id: Number(id) });
        return { data, text: `Queued job ${id} again.` };
      }),
    );
}

const shown = (job: Job) => ({
  id: job.id,
  kind: job.kind,
  key: job.key,
  state: job.state,
  attempts: job.attempts,
  max_attempts: job.maxAttempts,
  run_at: job.runAt,
  lease_owner: job.leaseOwner,
  lease_until: job.leaseUntil,
  last_error: job.lastError,
  created_at: job.createdAt,
  finished_at: job.finishedAt,
});
