import type { caseSorts } from "#db/queries/moderation/cases.ts";
import type { CaseKind } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import assignCase from "#tools/moderation/inbox/assign-case.ts";
import markSeen from "#tools/moderation/inbox/mark-seen.ts";
import { answerRedirect, pageForm } from "../frame/answers.ts";
import { foldedPart, selectField, textField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { pageLinks, pageOf } from "./page-links.ts";

export const casesPerPage = 25;

/** The notices of buttons that every list of cases has. */
export const caseNotices = { seen: "Marked as seen.", assigned: "Assigned to you." };

const sortWords = { oldest: "Oldest first", newest: "Newest first", most_reports: "Most reports first" };
const showWords = { all: "All", unseen: "Not seen by you", mine: "Assigned to you" };
const days = /^\d{4}-\d\d-\d\d$/;

/** Returns the filter in the query of a page. Unknown values are ignored. */
export function caseFilterOf(visit: SignedInVisit, kinds: Record<string, string>) {
  const asked = (name: string) => visit.url.searchParams.get(name)?.trim() ?? "";
  const known = (name: string, words: Record<string, string>) => (lookup(words, asked(name)) ? asked(name) : undefined);
  const day = (name: string) =>
    days.test(asked(name)) && !Number.isNaN(Date.parse(asked(name))) ? asked(name) : undefined;
  return {
    is_open: asked("status") !== "decided",
    kind: known("kind", kinds),
    slug: asked("slug").slice(0, 120) || undefined,
    from: day("from"),
    until: day("until"),
    is_unseen: asked("show") === "unseen",
    is_mine: asked("show") === "mine",
    sort: known("sort", sortWords),
    page: pageOf(visit),
    per_page: casesPerPage,
  };
}
type Filter = ReturnType<typeof caseFilterOf>;

/** The path and query of this list, without the last notice. */
export function hereWith({ url }: SignedInVisit, more: { done?: string } = {}): string {
  const { done: _, ...query } = Object.fromEntries(url.searchParams);
  return listPath(url.pathname, { ...query, ...more });
}

/** Handles the buttons for chosen cases. Returns null for another form of the page. */
export async function markChosen(visit: SignedInVisit, form: Form, kind: CaseKind): Promise<Response | null> {
  const act = form.text("do");
  if (act !== "seen" && act !== "assign") return null;
  const items = form.all("item").map(Number);
  if (items.length === 0) throw new FormRefused(400, "Choose at least one case. Go back and tick its box.");
  if (act === "seen") await visit.call(markSeen, { kind, items });
  else await visit.call(assignCase, { kind, items });
  return answerRedirect(visit, hereWith(visit, { done: act === "seen" ? "seen" : "assigned" }));
}

interface Case {
  id: number;
  /** The case in a few words, for screen readers. */
  name: string;
  head: HtmlValue;
  /** One line of facts. */
  hint: HtmlValue;
  /** Details and the form, which are folded. */
  details: HtmlValue;
  isOpen?: boolean;
  is_seen: boolean;
  assignee: { account_id: number; name: string } | null;
}

interface CaseList {
  filter: Filter;
  kinds: Record<string, string>;
  /** The noun of one case and of several. */
  noun: [string, string];
  sorts?: readonly (typeof caseSorts)[number][];
  empty: string;
  total: number;
  has_more: boolean;
  cases: Case[];
  /** Fields and buttons for chosen cases. */
  bulk?: HtmlValue;
}

export function caseList(visit: SignedInVisit, list: CaseList): Html {
  const { filter, noun, empty, total, has_more, cases, bulk } = list;
  const isFiltered =
    [filter.kind, filter.slug, filter.from, filter.until].some(Boolean) || filter.is_unseen || filter.is_mine;
  const found = `${total.toLocaleString("en")} ${filter.is_open ? "open" : "decided"} ${noun[total === 1 ? 0 : 1]}`;
  return html`<p><strong>${found}</strong></p>
${foldedPart("Filter and sort", isFiltered, filterForm(visit, list))}
${
  cases.length === 0
    ? html`<p class="empty">${isFiltered ? html`No cases match. <a href="${visit.url.pathname}">Show all open cases</a>` : empty}</p>`
    : html`<ul class="rows" role="list">${cases.map((one) => caseRow(visit, one, filter.is_open))}</ul>`
}
${cases.length > 0 && filter.is_open && chosenForm(visit, bulk)}
${pageLinks(visit, filter.page, has_more)}`;
}

function caseRow(visit: SignedInVisit, one: Case, isOpen: boolean): Html {
  const { id, name, head, hint, details, is_seen, assignee } = one;
  const mine = assignee?.account_id === visit.account.id;
  return html`<li id="case-${id}">${isOpen && html`<input type="checkbox" form="chosen" name="item" value="${id}" aria-label="Choose: ${name}">`}
<div><strong>${head}</strong>${isOpen && !is_seen && html` <span class="tag">New</span>`}${assignee && html` <span class="tag">${mine ? "Yours" : assignee.name || `Account ${assignee.account_id}`}</span>`}
<p class="hint">${hint}</p>
<details class="more"${one.isOpen && html` open`}><summary aria-label="Details: ${name}">Details</summary>${details}</details></div></li>
`;
}

const chosenForm = (visit: SignedInVisit, bulk: HtmlValue): Html =>
  pageForm(
    visit,
    hereWith(visit),
    html`<fieldset class="field"><legend>Chosen cases</legend>
<div class="actions"><button name="do" value="seen">Mark as seen</button> <button name="do" value="assign">Assign to me</button></div>
${bulk}</fieldset>`,
    { id: "chosen" },
  );

function filterForm(visit: SignedInVisit, { filter, kinds, sorts = ["newest", "oldest"] }: CaseList): Html {
  const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  const show = filter.is_unseen ? "unseen" : filter.is_mine ? "mine" : "all";
  return html`<form class="filter" method="get" action="${visit.url.pathname}">
${selectField({ name: "status", label: "Status", value: filter.is_open ? "open" : "decided", options: options({ open: "Open", decided: "Decided" }) })}
${selectField({ name: "kind", label: "Kind", value: filter.kind ?? "", options: [{ value: "", label: "Any" }, ...options(kinds)] })}
${textField({ name: "slug", label: "Listing slug", value: filter.slug, maxlength: 120 })}
${textField({ name: "from", label: "From", type: "date", value: filter.from })}
${textField({ name: "until", label: "Until", type: "date", value: filter.until })}
${selectField({ name: "show", label: "Show", value: show, options: options(showWords) })}
${selectField({ name: "sort", label: "Sort", value: filter.sort ?? "", options: [{ value: "", label: "Default" }, ...sorts.map((value) => ({ value, label: sortWords[value] }))] })}
<button>Show</button>
</form>`;
}
