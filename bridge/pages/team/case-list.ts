import type { caseSorts } from "#db/queries/moderation/cases.ts";
import { type CaseKind, decisionGrounds } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import assignCase from "#tools/moderation/inbox/assign-case.ts";
import markSeen from "#tools/moderation/inbox/mark-seen.ts";
import startBulkAction from "#tools/moderation/inbox/start-bulk-action.ts";
import { answerRedirect, pageForm } from "../frame/answers.ts";
import { type FieldErrors, foldedPart, selectField, textArea, textField } from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { attempt } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { hereWith, pageLinks, pageOf } from "./page-links.ts";

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

/** The parts of each chosen case's value: its id, and what the page needs to decide it. */
export const chosenItems = (form: Form): string[][] => form.all("item").map((value) => value.split(":"));

/** Handles the buttons for chosen cases. Returns null for another form of the page. */
export async function markChosen(visit: SignedInVisit, form: Form, kind: CaseKind): Promise<Response | null> {
  const act = form.text("do");
  if (act !== "seen" && act !== "assign") return null;
  const items = chosenItems(form).map(([id]) => Number(id));
  if (items.length === 0) throw new FormRefused(400, "Choose at least one case. Go back and tick its box.");
  if (act === "seen") await visit.call(markSeen, { kind, items });
  else await visit.call(assignCase, { kind, items });
  return answerRedirect(visit, hereWith(visit, { done: act === "seen" ? "seen" : "assigned" }));
}

interface BulkFailure {
  errors?: FieldErrors;
  refusal?: Problem;
}

/**
 * Starts a decision about the chosen cases, or about all that match the filter. Returns null for another form, and the
 * errors if the decision is incomplete.
 * @param itemOf returns an item's own input for an operation, from the parts of its value
 */
export async function decideChosen(
  visit: SignedInVisit,
  form: Form,
  list: "reports" | "flags",
  { filter, itemOf }: { filter: Filter; itemOf(operation: string, parts: string[]): object },
): Promise<Response | BulkFailure | null> {
  if (form.text("do") !== "bulk") return null;
  const [operation, outcome] = form.text("action").split(":") as [string, string?];
  const reason = form.text("reason");
  const shared = outcome ? { outcome, reason } : { ground: form.text("ground"), clause: form.text("clause"), reason };
  const { kind, slug, from, until, is_unseen, is_mine } = filter;
  const which =
    form.text("all") === "1"
      ? { filter: { list, kind, slug, from, until, is_unseen, is_mine } }
      : { items: chosenItems(form).map((parts) => itemOf(operation, parts)) };
  const { output, errors, refusal } = await attempt(visit.call(startBulkAction, { operation, ...which, shared }), {
    items: { in: "bulk-action", says: "Choose at least one case." },
    filter: { in: "bulk-action", says: "No open case matches the filter." },
    operation: { in: "bulk-action", says: "Choose a decision." },
    outcome: { in: "bulk-action", says: "Choose a decision." },
    ground: { in: "bulk-ground", says: "Choose a ground." },
    clause: { in: "bulk-clause", label: "Provision or clause" },
    reason: { in: "bulk-reason", label: "Reason" },
    ...Object.fromEntries(
      ["slug", "flag_id", "last_id"].map((name) => [name, { in: "bulk-action", says: "Choose again." }]),
    ),
  });
  return output ? answerRedirect(visit, `/team/bulk/${output.bulk_action_id}`) : { errors, refusal };
}

/** The fields of a decision about the chosen cases. `hint` says who will read the reason. */
export const bulkFields = (
  options: { value: string; label: string }[],
  hint: string,
  total: number,
  errors: FieldErrors = {},
): Html =>
  foldedPart(
    "Decide on the chosen cases",
    Object.keys(errors).some((name) => name.startsWith("bulk-")),
    html`${selectField({ id: "bulk-action", name: "action", label: "Decision", value: "", options: [{ value: "", label: "Choose" }, ...options, { value: "suspend_listing", label: "Suspend the listings" }], error: errors["bulk-action"] })}
${selectField({ id: "bulk-ground", name: "ground", label: "Ground, for a suspension", value: "", options: [{ value: "", label: "None" }, ...decisionGrounds.map((value) => ({ value, label: grounds[value].label }))], error: errors["bulk-ground"] })}
${textField({ id: "bulk-clause", name: "clause", label: "Provision or clause, for a suspension", maxlength: 200, error: errors["bulk-clause"] })}
${textArea({ id: "bulk-reason", name: "reason", label: "Reason", hint, value: "", rows: 2, maxlength: 2000, error: errors["bulk-reason"] })}
<div class="choice"><input id="all" type="checkbox" name="all" value="1"><label for="all">Decide on all ${total.toLocaleString("en")} cases that match the filter</label></div>
<div class="actions"><button class="danger" name="do" value="bulk">Decide</button></div>`,
  );

interface Case {
  id: number;
  /** Further values that a decision about the case needs, separated by colons. */
  parts?: string;
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
  const { id, parts, name, head, hint, details, is_seen, assignee } = one;
  const mine = assignee?.account_id === visit.account.id;
  return html`<li id="case-${id}">${isOpen && html`<input type="checkbox" form="chosen" name="item" value="${id}${parts && `:${parts}`}" aria-label="Choose: ${name}">`}
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
