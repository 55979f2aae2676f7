import { picturesBySlug } from "#db/queries/listings/pictures.ts";
import type { Picture } from "#db/schema/listing-fields.ts";
import decideReports from "#tools/moderation/reports/decide-reports.ts";
import listReports from "#tools/moderation/reports/list-reports.ts";
import { reportWords } from "#tools/moderation/reports/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { thumbnails } from "../frame/field-diff.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords } from "../own-listing/status.ts";
import {
  type DecisionFailure,
  decidedSection,
  decisionFailure,
  decisionFields,
  outcomeWords,
  type Refused,
} from "./deciding.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/reports";
const notices = {
  told: "We have told any owners what to fix and closed the reports.",
  dismissed: "Reports closed. We did not notify the owners.",
};

type Group = Awaited<ReturnType<typeof openGroups>>["items"][number];

export const teamReportsPage = definePage({
  path,
  name: "team_reports",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Reports", place: 3 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const slug = form.text("slug");
    const outcome = form.text("outcome");
    const input = { slug, outcome, reason: form.text("reason"), last_id: Number(form.text("last_id")) };
    const failure = await decisionFailure(form, slug, visit.call(decideReports, input));
    return failure ? render(visit, failure) : answerRedirect(visit, `${path}?done=${outcome}`);
  },
});

const openGroups = (visit: SignedInVisit) => visit.call(listReports, { page: pageOf(visit) });

async function render(visit: SignedInVisit, { refused, refusal }: DecisionFailure = {}): Promise<Response> {
  const page = pageOf(visit);
  const { items, has_more } = await openGroups(visit);
  const slugs = items.map(({ slug }) => slug);
  const pictures = await picturesBySlug(visit.runtime.store.read, visit.site.id, slugs);
  const decided = await visit.call(listReports, { is_open: false, per_page: 20 });
  return answerPage(visit, {
    title: "Reports",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`<h1>Reports</h1>
<p class="lead">Problems that visitors have reported, grouped by listing. Owners learn only your decision, never who reported the problem.</p>
${items.length === 0 ? html`<p class="empty">There are no open reports. A report appears here when a visitor reports a listing.</p>` : items.map((group) => openGroup(visit, group, pictures.get(group.slug) ?? [], refused))}
${pageLinks(visit, page, has_more)}
${decidedSection(
  decided.items.map(
    ({ slug, name, total, outcome, reason, decided_at }) =>
      html`<li><a href="/team/listings/${slug}">${name}</a>, ${count(total)}, ${timeOf(decided_at!)}: ${outcomeWords[outcome!]}. ${reason}</li>`,
  ),
)}`,
  });
}

const count = (total: number): string => `${total} ${total === 1 ? "report" : "reports"}`;

function openGroup(visit: SignedInVisit, group: Group, pictures: readonly Picture[], refused?: Refused): Html {
  const { slug, name, url, status, total, reports, last_id } = group;
  return html`<section class="card" aria-labelledby="of-${slug}">
<h2 id="of-${slug}"><a href="/team/listings/${slug}">${name}</a> <span class="tag">${listingWords[status]}</span></h2>
<p class="hint"><a href="${url}" rel="noreferrer nofollow">${url}</a>, ${count(total)}</p>
<ul class="plain-list">${reports.map(
    ({ kind, sentence, created_at }) =>
      html`<li>${reportWords[kind]}, ${timeOf(created_at)}${sentence && html`<p class="said">${sentence}</p>`}</li>`,
  )}</ul>
${thumbnails(pictures)}
${total > reports.length && html`<p class="hint">Showing the latest ${reports.length} reports.</p>`}
${pageForm(
  visit,
  path,
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
)}
</section>
`;
}
