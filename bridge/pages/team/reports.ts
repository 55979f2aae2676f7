import { picturesBySlug } from "#db/queries/listings/pictures.ts";
import type { Picture } from "#db/schema/listing-fields.ts";
import decideReports from "#tools/moderation/reports/decide-reports.ts";
import listReports from "#tools/moderation/reports/list-reports.ts";
import { reportWords } from "#tools/moderation/reports/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage, type ItemOf } from "../frame/define-page.ts";
import { thumbnails } from "../frame/field-diff.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords } from "../own-listing/status.ts";
import { bulkFields, caseFilterOf, caseList, caseNotices, decideChosen, markChosen } from "./case-list.ts";
import { type DecisionFailure, decisionFailure, decisionFields, outcomeWords, type Refused } from "./deciding.ts";
import { hereWith } from "./page-links.ts";
import { undoable } from "./undo.ts";

const path = "/team/reports";
const notices = {
  told: "We have told any owners what to fix and closed the reports.",
  dismissed: "Reports closed. We did not notify the owners.",
  ...caseNotices,
};

type Group = ItemOf<typeof listReports>;

export const teamReportsPage = definePage({
  path,
  name: "team_reports",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Reports", place: 3 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const marked = await markChosen(visit, form, "reports");
    if (marked) return marked;
    const bulk = await decideChosen(visit, form, "reports", {
      filter: caseFilterOf(visit, reportWords),
      itemOf: (operation, [, slug, last_id]) =>
        operation === "decide_reports" ? { slug: slug!, last_id: Number(last_id) } : { slug: slug! },
    });
    if (bulk) return bulk instanceof Response ? bulk : render(visit, bulk);
    const slug = form.text("slug");
    const outcome = form.text("outcome");
    const input = { slug, outcome, reason: form.text("reason"), last_id: Number(form.text("last_id")) };
    const failure = await decisionFailure(form, slug, visit.call(decideReports, input));
    return failure ? render(visit, failure) : answerRedirect(visit, hereWith(visit, { done: outcome }));
  },
});

async function render(visit: SignedInVisit, { refused, refusal, errors }: DecisionFailure = {}): Promise<Response> {
  const filter = caseFilterOf(visit, reportWords);
  const { items, total, has_more } = await visit.call(listReports, filter);
  const slugs = items.map(({ slug }) => slug);
  const pictures = await picturesBySlug(visit.runtime.store.read, visit.site.id, slugs);
  return answerPage(visit, {
    title: "Reports",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: errors ?? refused?.errors,
    body: html`<h1>Reports</h1>
<p class="lead">Problems that visitors have reported, grouped by listing. Owners learn only your decision, never who reported the problem.</p>
${await undoable(visit)}
${caseList(visit, {
  filter,
  kinds: reportWords,
  noun: ["reported listing", "reported listings"],
  sorts: ["most_reports", "newest", "oldest"],
  empty: "There are no open reports. A report appears here when a visitor reports a listing.",
  total,
  bulk: bulkFields(
    [
      { value: "decide_reports:told", label: "Ask the owners to fix the listings" },
      { value: "decide_reports:dismissed", label: "Nothing is wrong" },
    ],
    "Owners whom you notify will receive this reason, and so will reporters who left an email address.",
    total,
    errors,
  ),
  has_more,
  cases: items.map((group) => toCase(visit, group, pictures.get(group.slug) ?? [], refused)),
})}`,
  });
}

const count = (total: number): string => `${total} ${total === 1 ? "report" : "reports"}`;

function toCase(visit: SignedInVisit, group: Group, pictures: readonly Picture[], refused?: Refused) {
  const { listing_id, slug, name, url, status, total, reports, last_at, outcome, reason, decided_at } = group;
  const kinds = [...new Set(reports.map(({ kind }) => reportWords[kind]))];
  return {
    id: listing_id,
    parts: `${slug}:${group.last_id}`,
    name,
    head: html`<a href="/team/listings/${slug}">${name}</a> <span class="tag">${listingWords[status]}</span>`,
    hint: outcome
      ? html`${count(total)}, ${timeOf(decided_at!)}: ${outcomeWords[outcome]}. ${reason}`
      : html`${count(total)}, the latest ${timeOf(last_at)}. ${kinds.join(". ")}.`,
    details: html`<p class="hint"><a href="${url}" rel="noreferrer nofollow">${url}</a></p>
<ul class="plain-list">${reports.map(
      ({ kind, sentence, created_at }) =>
        html`<li>${reportWords[kind]}, ${timeOf(created_at)}${sentence && html`<p class="said">${sentence}</p>`}</li>`,
    )}</ul>
${thumbnails(pictures)}
${total > reports.length && html`<p class="hint">Showing the latest ${reports.length} reports.</p>`}
${outcome === null && decideForm(visit, group, refused)}`,
    isOpen: refused?.matter === slug,
    is_seen: group.is_seen,
    assignee: group.assignee,
  };
}

const decideForm = (visit: SignedInVisit, { slug, last_id }: Group, refused?: Refused): Html =>
  pageForm(
    visit,
    hereWith(visit),
    html`${hiddenField("slug", slug)}${hiddenField("last_id", String(last_id))}
${decisionFields(
  slug,
  [
    { value: "told", label: "Ask the owners to fix the listing" },
    { value: "dismissed", label: "Nothing is wrong" },
  ],
  "If you notify the owners, they will receive this reason. Reporters who left an email address will also receive it.",
  refused,
)}
<div class="actions"><button class="primary">Close reports</button> <a class="button" href="/team/listings/${slug}">Suspend instead</a></div>`,
  );
