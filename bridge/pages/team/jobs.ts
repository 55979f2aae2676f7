import { type JobState, jobStates } from "#db/schema/vocabulary.ts";
import { capital } from "#tools/core/text/text.ts";
import listJobs from "#tools/jobs/list-jobs.ts";
import retryJob from "#tools/jobs/retry-job.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listPage } from "./list-page.ts";

/** The name of a kind of job in plain words, such as “Text check”. */
const kindWords = (kind: string) => capital(kind.replaceAll("-", " "));
const stateWords: Record<JobState, string> = { queued: "Queued", leased: "Running", done: "Done", dead: "Failed" };

export const teamJobsPage = listPage({
  path: "/team/jobs",
  name: "team_jobs",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Jobs", place: 8 },
  title: "Jobs",
  records: "jobs",
  operation: listJobs,
  acts: { retry: { operation: retryJob, label: "Retry", record: "id", done: "Job queued again." } },
  filters: { state: { label: "State", options: stateWords } },
  above: ({ output }) =>
    output &&
    html`<p>${jobStates.map((state, i) => `${i > 0 ? ", " : ""}${stateWords[state]}: ${output.counts[state]}`)}</p>`,
  row: ({ id, kind, state, attempts, max_attempts, run_at, last_error, finished_at }, { form }) => html`<li>
<div><strong>${kindWords(kind)}</strong> <span class="tag${state === "dead" && " bad"}">${stateWords[state]}</span>
<p class="hint">Job ${id}, ${attempts} of ${max_attempts} attempts made. ${finished_at ? html`Ended on ${timeOf(finished_at)}.` : html`Due on ${timeOf(run_at)}.`}</p>
${last_error && html`<p class="said">${last_error}</p>`}</div>
${state === "dead" && form("retry", { record: String(id), of: `job ${id}`, isUnfolded: true })}
</li>
`,
});
