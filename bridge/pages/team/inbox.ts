import { owedOrders } from "#db/queries/orders/payment-events.ts";
import { isOverdue, lastBackup } from "#db/store/last-backup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import getTeamInbox from "#tools/moderation/inbox/get-team-inbox.ts";
import undoDecision from "#tools/moderation/inbox/undo-decision.ts";
import { refundOrder, refundVat } from "#tools/orders/jobs.ts";
import { answerPage, answerRedirect } from "../frame/answers.ts";
import { definePage, type ItemOf } from "../frame/define-page.ts";
import { html } from "../frame/html.ts";
import { refusalOf } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { undoSection } from "./undo.ts";

type Kind = ItemOf<typeof getTeamInbox>["kind"];

const kinds: Record<Kind, { label: string; path: string }> = {
  reviews: { label: "Listings to review", path: "/team/review" },
  duplicates: { label: "Near-duplicates", path: "/team/review/duplicates" },
  reports: { label: "Reported listings", path: "/team/reports" },
  answers: { label: "Answers to decisions", path: "/team/review/decisions" },
  flags: { label: "Flagged texts", path: "/team/reports/flags" },
  disputes: { label: "Disputes", path: "/team/claims" },
  failed_jobs: { label: "Failed background work", path: "/team/jobs?state=dead" },
  refused_mails: { label: "Emails that could not be delivered", path: "/team/mail" },
};

export const inboxPage = definePage({
  path: "/team",
  name: "team_inbox",
  audience: "team",
  scopes: ["team:review", "team:content", "team:admin"],
  menu: { in: "team", label: "Inbox", place: 0 },
  async post(visit, form) {
    const refusal = await refusalOf(visit.call(undoDecision, { change_id: Number(form.text("change_id")) }));
    return refusal ? render(visit, refusal) : answerRedirect(visit, "/team?done=undone");
  },

  async get(visit) {
    // The log of edits was here. Its links, also in emails that were sent, have a filter.
    const { search, searchParams } = visit.url;
    if (["slug", "email", "before"].some((name) => searchParams.has(name)))
      return answerRedirect(visit, `/team/edits${search}`);
    return render(visit);
  },
});

function backupNote({ runtime }: SignedInVisit) {
  const last = lastBackup(runtime.store.read);
  if (!last || (last.result === "ok" && !isOverdue(last, runtime.now()))) return false;
  return html`<p class="aside" role="note"><strong>${last.result === "ok" ? "The backup is overdue." : "The last backup failed."}</strong> ${last.error && `${last.error}. `}${
    last.goodAt ? html`The latest good backup was made ${timeOf(last.goodAt)}.` : "There is no good backup yet."
  } <a href="/docs/backup-and-upgrade">Read about backups</a></p>`;
}

async function render(visit: SignedInVisit, refusal?: Problem): Promise<Response> {
  const { items, undoable } = await visit.call(getTeamInbox, {});
  const isAdmin = items.some(({ kind }) => kind === "failed_jobs");
  const jobs = [refundOrder.kind, refundVat.kind];
  const owed = isAdmin ? await owedOrders(visit.runtime.store.read, jobs) : [];
  const waiting = items.filter(({ count }) => count > 0);
  return answerPage(visit, {
    title: "Inbox",
    layout: "team",
    refusal,
    notice: noticeOf(visit, { undone: "Decision undone. No email about it will be sent." }),
    body: html`${owed.length > 0 && html`<p class="aside" role="note"><strong>Refunds are owed.</strong> The refunds for these orders failed: ${owed.join(", ")}. <a href="/team/jobs?state=dead">View jobs</a></p>`}
${isAdmin && backupNote(visit)}
<h1>Inbox</h1>
<p class="lead">Work that waits for the team of ${visit.site.name}.</p>
${
  waiting.length === 0
    ? html`<p class="empty">Nothing is waiting. Reports, answers and other cases appear here.</p>`
    : html`<section class="card" aria-label="Waiting"><ul class="rows" role="list">${waiting.map(
        ({ kind, count, oldest_at }) => html`<li>
<div><strong><a href="${kinds[kind].path}">${kinds[kind].label}</a></strong> <span class="tag">${count.toLocaleString("en")}</span>
${oldest_at && html`<p class="hint">The oldest has been waiting since ${timeOf(oldest_at)}.</p>`}</div>
</li>
`,
      )}</ul></section>`
}
${undoSection(visit, undoable)}`,
  });
}
