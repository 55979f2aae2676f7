import listMails from "#tools/jobs/list-mails.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listPage } from "./list-page.ts";

/** The page does not show the text of emails, because their links sign people in. */
export const teamMailPage = listPage({
  path: "/team/mail",
  name: "team_mail",
  scopes: ["team:admin"],
  menu: { in: "team", label: "Mail", place: 9 },
  title: "Mail",
  lead: () => "Outgoing emails. Only the recipient can see an email's content.",
  records: "emails",
  operation: listMails,
  row: ({ recipient, subject, created_at, sent_at, job }) => html`<li>
<div><strong>${subject}</strong>${job?.state === "dead" && html` <span class="tag bad">Failed</span>`}
<p class="hint">To ${recipient}, ${timeOf(created_at)}. ${sent_at ? html`Delivered on ${timeOf(sent_at)}.` : "Not delivered yet."}</p>
${job?.last_error && html`<p class="said">${job.last_error}${job.state === "dead" && html` <a href="/team/jobs?state=dead">Try again</a>`}</p>`}</div>
</li>
`,
});
