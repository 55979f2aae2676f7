import { type JobState, jobStates } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import listJobs from "#tools/jobs/list-jobs.ts";
import retryJob from "#tools/jobs/retry-job.ts";
import { answerPage, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { html } from "../frame/html.ts";
import { redirectAfter } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf } from "../frame/visit.ts";
import { pageLinks, pageOf } from "./page-links.ts";

/** The name of a kind of job in plain words, such as “Text check”. */
const kindWords = (kind: string) => `${kind[0]!.toUpperCase()}${kind.slice(1).replaceAll("-", " ")}`;
const stateWords: Record<JobState, string> = { queued: "Queued", leased: "Running", done: "Done", dead: "Failed" };

export const teamJobsPage = definePage({
  path: "/team/jobs",
  name: "team_jobs",
  audience: "team",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Jobs", place: 8 },
  async get(visit) {
    const asked = visit.url.searchParams.get("state") ?? "";
    const state = lookup(stateWords, asked) ? asked : undefined;
    const page = pageOf(visit);
    const { items, has_more, counts } = await visit.call(listJobs, { state, page });
    return answerPage(visit, {
      title: "Jobs",
      layout: "team",
      notice: noticeOf(visit, { retried: "Job queued again." }),
      body: html`<h1>Jobs</h1>
<ul class="choices" role="list"><li><a href="/team/jobs"${!state && html` aria-current="true"`}>All</a></li>${jobStates.map(
        (one) =>
          html`<li><a href="/team/jobs?state=${one}"${one === state && html` aria-current="true"`}>${stateWords[one]} (${counts[one]})</a></li>`,
      )}</ul>
${
  items.length === 0
    ? html`<p class="empty">There are no jobs in this state.</p>`
    : html`<section class="card" aria-label="Jobs"><ul class="rows" role="list">${items.map(
        ({ id, kind, state, attempts, max_attempts, run_at, last_error, finished_at }) => html`<li>
<div><strong>${kindWords(kind)}</strong> <span class="tag${state === "dead" && " bad"}">${stateWords[state]}</span>
<p class="hint">Job ${id}, ${attempts} of ${max_attempts} attempts made. ${finished_at ? html`Ended on ${timeOf(finished_at)}.` : html`Due on ${timeOf(run_at)}.`}</p>
${last_error && html`<p class="said">${last_error}</p>`}</div>
${
  state === "dead" &&
  pageForm(
    visit,
    "/team/jobs",
    html`${hiddenField("id", String(id))}<button aria-label="Retry job ${id}">Retry</button>`,
  )
}
</li>
`,
      )}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
    });
  },

  post: (visit, form) =>
    redirectAfter(visit, visit.call(retryJob, { id: Number(form.text("id")) }), "/team/jobs", "retried"),
});
