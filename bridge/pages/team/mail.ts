import listMails from "#tools/jobs/list-mails.ts";
import { answerPage } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { pageLinks, pageOf } from "./page-links.ts";

/** The page does not show the text of emails, because their links sign people in. */
export const teamMailPage = definePage({
  path: "/team/mail",
  name: "team_mail",
  audience: "team",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Mail", place: 9 },
  async get(visit) {
    const page = pageOf(visit);
    const { items, has_more } = await visit.call(listMails, { page });
    return answerPage(visit, {
      title: "Mail",
      layout: "team",
      body: html`<h1>Mail</h1>
<p class="lead">Outgoing emails. Only the recipient can see an email's content.</p>
${
  items.length === 0
    ? html`<p class="empty">There are no emails yet.</p>`
    : html`<section class="card" aria-label="Mail"><ul class="rows" role="list">${items.map(
        ({ recipient, subject, created_at, sent_at, job }) => html`<li>
<div><strong>${subject}</strong>${job?.state === "dead" && html` <span class="tag bad">Failed</span>`}
<p class="hint">To ${recipient}, ${timeOf(created_at)}. ${sent_at ? html`Delivered on ${timeOf(sent_at)}.` : "Not delivered yet."}</p>
${job?.last_error && html`<p class="said">${job.last_error}${job.state === "dead" && html` <a href="/team/jobs?state=dead">Try again</a>`}</p>`}</div>
</li>
`,
      )}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
    });
  },
});
