import getBulkAction from "#tools/moderation/inbox/get-bulk-action.ts";
import { answerFault, answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { ifFound } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";

const maxShown = 50;

/** `/team/bulk/{id}`: how far a decision about many cases is. */
export const bulkPage = definePage({
  path: "/team/bulk/:id",
  name: "team_bulk",
  audience: "team",
  scopes: ["team:review", "team:content"],
  async get(visit) {
    const bulk_action_id = Number(visit.url.pathname.split("/")[3]);
    const bulk = await ifFound(visit.call(getBulkAction, { bulk_action_id }));
    if (!bulk) return answerFault(visit, { status: 404, title: "Bulk action not found" });
    const { operation, total, done, failed, skipped, failures, started_at, finished_at } = bulk;
    return answerPage(visit, {
      title: "Bulk action",
      layout: "team",
      body: html`<h1>Bulk action</h1>
<p class="lead">${finished_at ? html`Finished on ${timeOf(finished_at)}.` : html`Started on ${timeOf(started_at)}. You can leave this page.`}</p>
<p><label for="progress">${(done + failed + skipped).toLocaleString("en")} of ${total.toLocaleString("en")} ${operation === "import_listings" ? "parts of the file" : "cases"} processed, ${skipped > 0 && `${skipped.toLocaleString("en")} skipped, `}${failed.toLocaleString("en")} not possible</label>
<progress id="progress" max="${total}" value="${done + failed + skipped}"></progress></p>
${finished_at === null && html`<p><a class="button" href="${visit.url.pathname}">Update progress</a></p>`}
${
  failures.length > 0 &&
  html`<section class="card" aria-labelledby="failures"><h2 id="failures">Skipped or not possible</h2>
<ul class="plain-list">${failures.slice(0, maxShown).map(({ item, reason }) => html`<li><bdi>${item}</bdi>: ${reason}</li>`)}</ul>
${failed + skipped > maxShown && html`<p class="hint">Showing the first ${maxShown} of ${(failed + skipped).toLocaleString("en")} cases.</p>`}</section>`
}
<p><a href="/team">Back to the inbox</a></p>`,
    });
  },
});
