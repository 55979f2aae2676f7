import { picturesBySlug } from "#db/queries/listings/pictures.ts";
import decideReports from "#tools/moderation/reports/decide-reports.ts";
import listReports from "#tools/moderation/reports/list-reports.ts";
import { reportWords } from "#tools/moderation/reports/rules.ts";
import { thumbnails } from "../frame/field-diff.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listingWords } from "../own-listing/status.ts";
import { defineCasePage, outcomeWords } from "./case-list.ts";

const count = (total: number): string => `${total} ${total === 1 ? "report" : "reports"}`;

export const teamReportsPage = defineCasePage({
  path: "/team/reports",
  name: "team_reports",
  menu: { in: "team", label: "Reports", place: 3 },
  kind: "reports",
  title: "Reports",
  lead: "Problems that visitors have reported, grouped by listing. Owners learn only your decision, never who reported the problem.",
  above: html`<p><a href="/team/reports/flags">Flagged text</a></p>`,
  operation: listReports,
  kinds: reportWords,
  noun: ["reported listing", "reported listings"],
  sorts: ["most_reports", "newest", "oldest"],
  empty: "There are no open reports. A report appears here when a visitor reports a listing.",
  notices: {
    told: "We have told any owners what to fix and closed the reports.",
    dismissed: "Reports closed. We did not notify the owners.",
  },
  bulk: {
    list: "reports",
    options: [
      { value: "decide_reports:told", label: "Ask the owners to fix the listings" },
      { value: "decide_reports:dismissed", label: "Nothing is wrong" },
      { value: "suspend_listing", label: "Suspend the listings" },
    ],
    hint: "Owners whom you notify will receive this reason, and so will reporters who left an email address.",
    itemOf: (operation, [, slug, last_id]) =>
      operation === "decide_reports" ? { slug: slug!, last_id: Number(last_id) } : { slug: slug! },
  },

  decide(visit, form) {
    const [slug, outcome] = [form.text("slug"), form.text("outcome")];
    const input = { slug, outcome, reason: form.text("reason"), last_id: Number(form.text("last_id")) };
    return { matter: slug, done: outcome, call: visit.call(decideReports, input) };
  },

  async toCase({ listing_id, slug, name, url, status, total, reports, last_at, last_id, outcome, ...group }, visit) {
    const kinds = [...new Set(reports.map(({ kind }) => reportWords[kind]))];
    const pictures = (await picturesBySlug(visit.runtime.store.read, visit.site.id, [slug])).get(slug) ?? [];
    return {
      id: listing_id,
      matter: slug,
      parts: `${slug}:${last_id}`,
      name,
      head: html`<a href="/team/listings/${slug}">${name}</a> <span class="tag">${listingWords[status]}</span>`,
      hint: outcome
        ? html`${count(total)}, ${timeOf(group.decided_at!)}: ${outcomeWords[outcome]}. ${group.reason}`
        : html`${count(total)}, the latest ${timeOf(last_at)}. ${kinds.join(". ")}.`,
      details: html`<p class="hint"><a href="${url}" rel="noreferrer nofollow">${url}</a></p>
<ul class="plain-list">${reports.map(
        ({ kind, sentence, created_at }) =>
          html`<li>${reportWords[kind]}, ${timeOf(created_at)}${sentence && html`<p class="said">${sentence}</p>`}</li>`,
      )}</ul>
${thumbnails(pictures)}
${total > reports.length && html`<p class="hint">Showing the latest ${reports.length} reports.</p>`}`,
      form: {
        values: { slug, last_id },
        options: [
          { value: "told", label: "Ask the owners to fix the listing" },
          { value: "dismissed", label: "Nothing is wrong" },
        ],
        hint: "If you notify the owners, they will receive this reason. Reporters who left an email address will also receive it.",
        button: "Close reports",
        more: html` <a class="button" href="/team/listings/${slug}">Suspend instead</a>`,
      },
    };
  },
});
