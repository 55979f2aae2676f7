import type * as z from "zod";
import { lastShared } from "#db/queries/moderation/bulk-actions.ts";
import { type caseSorts, maxDecided } from "#db/queries/moderation/cases.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type CaseKind, decisionGrounds } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { AnyOperation } from "#tools/core/operations/define.ts";
import { grounds } from "#tools/moderation/decisions/rules.ts";
import assignCase from "#tools/moderation/inbox/assign-case.ts";
import markSeen from "#tools/moderation/inbox/mark-seen.ts";
import startBulkAction from "#tools/moderation/inbox/start-bulk-action.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage, type ItemOf, type TeamPage } from "../frame/define-page.ts";
import {
  choices,
  type FieldErrors,
  foldedPart,
  hiddenField,
  selectField,
  textArea,
  textField,
} from "../frame/fields.ts";
import { type Form, FormRefused } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { listPath } from "../frame/page-links.ts";
import { attempt } from "../frame/submit.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { hereWith, pageLinks, pageOf } from "./page-links.ts";
import { undoable } from "./undo.ts";

const casesPerPage = 25;

type CaseOperation = Pick<AnyOperation, "name"> & { output: z.ZodObject<{ items: z.ZodArray }> };
type Choice = Parameters<typeof choices>[0]["options"][number] & { label: string };
type BulkInput = z.input<typeof startBulkAction.input>;

/** A form with an incomplete decision: the matter, the typed text and the errors. */
export interface Refused {
  matter: string;
  reason: string;
  errors: FieldErrors;
}

/** Why a decision was not made. */
interface Failure {
  refused?: Refused;
  /** The operation's problem. */
  refusal?: Problem;
  /** Errors of a decision about several cases, and what was typed. */
  errors?: FieldErrors;
  typed?: Facts;
}

export const outcomeWords = {
  decided: "suspended or rejected",
  told: "the owners were notified",
  dismissed: "nothing is wrong",
};

interface Case {
  id: number;
  /** Distinguishes the forms of the page. */
  matter: string;
  /** Further values that a decision about the case needs, separated by colons. */
  parts?: string;
  /** The case in a few words, for screen readers. */
  name: string;
  head: HtmlValue;
  /** One line of facts. */
  hint: HtmlValue;
  /** Details, which are folded. */
  details: HtmlValue;
  /** The form of an open case. `hint` says who will read the reason. */
  form?: {
    values: Record<string, string | number>;
    field?: string;
    options?: Choice[];
    hint: string;
    button: string;
    more?: HtmlValue;
  };
}

interface CasePage<Op extends CaseOperation> extends Pick<TeamPage, "path" | "name" | "menu"> {
  kind: CaseKind;
  title: string;
  lead: string;
  /** Links and hints above the list. */
  above?: HtmlValue;
  operation: Op;
  kinds: Record<string, string>;
  /** The noun of one case and of several. */
  noun: [string, string];
  /** Names of the two states. */
  states?: { open: string; decided: string };
  sorts?: readonly (typeof caseSorts)[number][];
  /** The labels of further filters of the operation. The value of one that ends in `_id` is a number. */
  filters?(visit: SignedInVisit): Record<string, string>;
  empty: string;
  notices: Record<string, string>;
  hasShortcuts?: true;
  /** Decisions about several cases: `operation` or `operation:outcome`. `hint` says who will read the reason. */
  bulk?: {
    list: NonNullable<BulkInput["filter"]>["list"];
    options: Choice[];
    /** A decision that needs no reason. */
    quick?: Choice;
    hint: string;
    /** Returns an item's own input for an operation, from the parts of its value. */
    itemOf(operation: string, parts: string[]): object;
  };
  /** Calls the operation that a form of a case requests. */
  decide(visit: SignedInVisit, form: Form): { matter: string; done: string; call: Promise<unknown> };
  toCase(item: ItemOf<Op>, visit: SignedInVisit, refused?: Refused): Case | Promise<Case>;
}

/** Declares a page of the team with the open and decided cases of a kind. */
export function defineCasePage<Op extends CaseOperation>(page: CasePage<Op>) {
  const { path, name, menu, kind, bulk } = page;
  const render = (visit: SignedInVisit, failure: Failure = {}) => answerCases(visit, page, failure);
  return definePage({
    ...{ path, name, menu },
    audience: "team",
    scopes: ["team:review"],
    get: (visit) => render(visit),

    async post(visit, form) {
      const [act, ...action] = form.text("do").split(":") as [string, ...string[]];
      if (act === "seen" || act === "assign") {
        const items = chosenItems(form).map(([id]) => Number(id));
        if (items.length === 0) throw new FormRefused(400, "Choose at least one case. Go back and tick its box.");
        await (act === "seen" ? visit.call(markSeen, { kind, items }) : visit.call(assignCase, { kind, items }));
        return answerRedirect(visit, hereWith(visit, { done: act === "seen" ? "seen" : "assigned" }));
      }
      if (act === "bulk" && bulk) {
        const decision = action.length > 0 ? action : form.text("action").split(":");
        const { output, errors, refusal } = await startBulk(visit, form, page, decision as [string]);
        return output
          ? answerRedirect(visit, `/team/bulk/${output.bulk_action_id}`)
          : render(visit, { errors, refusal, typed: { ground: form.text("ground"), reason: form.text("reason") } });
      }
      const { matter, done, call } = page.decide(visit, form);
      const { errors, refusal } = await attempt(call, {
        outcome: { in: `outcome-${matter}`, says: "Choose an outcome." },
        decision: { in: `outcome-${matter}`, says: "Choose an owner." },
        ground: { in: `ground-${matter}`, says: "Choose a reason." },
        reason: { in: `reason-${matter}`, label: "Reason" },
        text: { in: `change-${matter}`, label: "Change" },
      });
      if (refusal) return render(visit, { refusal });
      if (errors) return render(visit, { refused: { matter, reason: form.text("reason"), errors } });
      return answerRedirect(visit, hereWith(visit, { done }));
    },
  });
}

/** The former path of a page. */
export const movedPage = (from: string, name: string, to: string) =>
  definePage({
    path: from,
    name,
    audience: "team",
    scopes: ["team:review"],
    get: async (visit) => answerRedirect(visit, to + visit.url.search, 308),
  });

/** The notices of buttons that every list of cases has. */
const caseNotices = { seen: "Marked as seen.", assigned: "Assigned to you." };

const sortWords = { oldest: "Oldest first", newest: "Newest first", most_reports: "Most reports first" };
const stateWords = { open: "Open", decided: "Decided" };
const showWords = { all: "All", unseen: "Not seen by you", mine: "Assigned to you" };
const days = /^\d{4}-\d\d-\d\d$/;

/** Returns the filter in the query of a page. Unknown values are ignored. */
function caseFilterOf(visit: SignedInVisit, kinds: Record<string, string>) {
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
function chosenItems(form: Form): string[][] {
  const ticked = form.all("item");
  const values = form.text("all") === "page" ? form.all("shown").filter((one) => !ticked.includes(one)) : ticked;
  return values.map((value) => value.split(":"));
}

/** Starts a decision about the chosen cases, or about all that match the filter except the ticked ones. */
function startBulk<Op extends CaseOperation>(
  visit: SignedInVisit,
  form: Form,
  page: CasePage<Op>,
  [operation, outcome]: [string, string?],
) {
  const { list, itemOf, quick } = page.bulk!;
  const isQuick = operation === quick?.value;
  const shared = isQuick
    ? {}
    : outcome
      ? { outcome, reason: form.text("reason") }
      : { ground: form.text("ground"), clause: form.text("clause"), reason: form.text("reason") };
  const { kind, slug, from, until, is_unseen, is_mine } = caseFilterOf(visit, page.kinds);
  const asked = { kind, slug, from, until, is_unseen, is_mine, ...moreOf(visit, page.filters?.(visit) ?? {}) };
  const chosen = chosenItems(form).map((parts) => itemOf(operation, parts) as Record<string, string>);
  const which = form.text("all") === "filter" ? { filter: { list, ...asked, except: chosen } } : { items: chosen };
  return attempt(visit.call(startBulkAction, { operation: operation as BulkInput["operation"], ...which, shared }), {
    items: { in: "all", says: "Choose at least one case." },
    filter: { in: "all", says: "No open case matches the filter." },
    operation: { in: "bulk-action", says: "Choose a decision." },
    outcome: { in: "bulk-action", says: "Choose a decision." },
    ground: { in: "bulk-ground", says: "Choose a ground." },
    clause: { in: "bulk-clause", label: "Provision or clause" },
    reason: { in: "bulk-reason", label: "Reason" },
    ...Object.fromEntries(
      ["slug", "flag_id", "last_id", "if_state"].map((name) => [name, { in: "all", says: "Choose again." }]),
    ),
  });
}

async function answerCases<Op extends CaseOperation>(visit: SignedInVisit, page: CasePage<Op>, failure: Failure) {
  const { title, lead, above, operation, noun, states = stateWords, empty, notices, hasShortcuts } = page;
  const { refused, refusal, errors, typed } = failure;
  const filter = caseFilterOf(visit, page.kinds);
  const more = moreOf(visit, page.filters?.(visit) ?? {});
  const { items, total, has_more } = (await visit.call(operation as unknown as AnyOperation, {
    ...filter,
    ...more,
  })) as unknown as { items: (ItemOf<Op> & Marks)[]; total: number; has_more: boolean };
  const cases = await Promise.all(items.map((item) => page.toCase(item, visit, refused)));
  const isFiltered =
    [filter.slug, filter.from, filter.until, ...Object.values(more)].some(Boolean) ||
    filter.is_unseen ||
    filter.is_mine;
  const isAll = !isFiltered && filter.kind === undefined;
  const state = (filter.is_open ? states.open : states.decided).toLowerCase();
  const found = `${total.toLocaleString("en")} ${state} ${noun[total === 1 ? 0 : 1]}`;
  return answerPage(visit, {
    title,
    layout: "team",
    script: hasShortcuts && visit.assets.script,
    refusal,
    notice: noticeOf(visit, { ...caseNotices, ...notices }),
    errors: errors ?? refused?.errors,
    body: html`<h1>${title}</h1>
<p class="lead">${lead}</p>
${above}
${await undoable(visit)}
<p><strong>${found}</strong>${(page.kind === "edit" || !filter.is_open) && total >= maxDecided && html`. These are the latest ones; for older ones, choose a last day under “Filter and sort”.`}</p>
<p class="hint">Show: ${kindLinks(visit, page.kinds, filter.kind)}</p>
${foldedPart("Filter and sort", isFiltered, filterForm(visit, page, filter, more, states))}
${
  cases.length === 0
    ? html`<p class="empty">${isAll && filter.is_open ? empty : html`No cases match. <a href="${page.path}">Show all open cases</a>`}</p>`
    : html`<ul class="rows" role="list"${hasShortcuts && html` data-shortcuts`}>${cases.map((one, i) => caseRow(visit, one, items[i]!, filter.is_open, refused))}</ul>`
}
${cases.length > 0 && filter.is_open && chosenForm(visit, page, { cases, total, values: typed ?? (await lastValues(visit, page)) }, errors)}
${pageLinks(visit, filter.page, has_more)}`,
  });
}

/** The values of the page's further filters. */
const moreOf = ({ url }: SignedInVisit, labels: Record<string, string>) =>
  Object.fromEntries(
    Object.keys(labels).map((name) => {
      const text = url.searchParams.get(name)?.trim().slice(0, 254) || undefined;
      return [name, name.endsWith("_id") ? Number(/^[1-9]\d{0,14}$/.exec(text ?? "")?.[0]) || undefined : text];
    }),
  );

interface Marks {
  is_seen: boolean;
  assignee: { account_id: number; name: string } | null;
}

const kindLinks = (visit: SignedInVisit, kinds: Record<string, string>, chosen?: string): Html[] =>
  Object.entries({ "": "All", ...kinds }).map(([kind, label]) => {
    const { done: _, page: __, ...query } = Object.fromEntries(visit.url.searchParams);
    const path = listPath(visit.url.pathname, { ...query, kind });
    return html`<a href="${path}"${kind === (chosen ?? "") && html` aria-current="true"`}>${label}</a> `;
  });

function caseRow(visit: SignedInVisit, one: Case, marks: Marks, isOpen: boolean, refused?: Refused): Html {
  const { id, matter, name, head, hint, details, form } = one;
  const { is_seen, assignee } = marks;
  const mine = assignee?.account_id === visit.account.id;
  return html`<li id="case-${id}">${isOpen && html`<input type="checkbox" form="chosen" name="item" value="${itemValue(one)}" aria-label="Choose: ${name}">`}
<div><strong>${head}</strong>${isOpen && !is_seen && html` <span class="tag">New</span>`}${assignee && html` <span class="tag">${mine ? "Yours" : assignee.name || `Account ${assignee.account_id}`}</span>`}
<p class="hint">${hint}</p>
<details class="more"${refused?.matter === matter && html` open`}><summary aria-label="Details: ${name}">Details</summary>${details}${form && isOpen && decideForm(visit, one, form, refused)}</details></div></li>
`;
}

function decideForm(visit: SignedInVisit, { matter, name }: Case, form: NonNullable<Case["form"]>, refused?: Refused) {
  const { values, field = "outcome", options, hint, button, more } = form;
  const { errors = {}, reason: typed } = refused?.matter === matter ? refused : {};
  const [outcome, reason] = [`outcome-${matter}`, `reason-${matter}`];
  return pageForm(
    visit,
    hereWith(visit),
    html`${Object.entries(values).map(([name, value]) => hiddenField(name, String(value)))}
${options && choices({ id: outcome, name: field, type: "radio", label: "Decision", options, chosen: [], error: lookup(errors, outcome) })}
${textArea({ id: reason, name: "reason", label: "Reason", hint, value: typed ?? "", rows: 2, maxlength: 2000, error: lookup(errors, reason) })}
<div class="actions"><button class="${options ? "primary" : "danger"}" aria-label="${button}: ${name}">${button}</button>${more}</div>`,
  );
}

const itemValue = ({ id, parts }: Case) => (parts ? `${id}:${parts}` : String(id));

const whichCases = (shown: number, total: number, hasBulk: boolean) => [
  { value: "", label: "The ticked cases" },
  { value: "page", label: `All ${shown} on this page, except the ticked ones` },
  ...(hasBulk
    ? [{ value: "filter", label: `All ${total.toLocaleString("en")} that match the filter, except the ticked ones` }]
    : []),
];

/** The ground and the reason of the member's last decision on this page about several cases. */
async function lastValues<Op extends CaseOperation>(visit: SignedInVisit, { bulk }: CasePage<Op>): Promise<Facts> {
  if (!bulk) return {};
  const operations = bulk.options.map(({ value }) => value);
  return (await lastShared(visit.runtime.store.read, visit.site.id, visit.account.id, operations))?.shared ?? {};
}

const chosenForm = <Op extends CaseOperation>(
  visit: SignedInVisit,
  { bulk }: CasePage<Op>,
  { cases, total, values }: { cases: readonly Case[]; total: number; values: Facts },
  errors: FieldErrors = {},
): Html =>
  pageForm(
    visit,
    hereWith(visit),
    html`${cases.map((one) => hiddenField("shown", itemValue(one)))}<fieldset class="field"><legend>Chosen cases</legend>
${choices({ id: "all", name: "all", type: "radio", label: "Which cases", options: whichCases(cases.length, total, bulk !== undefined), chosen: [""], error: errors.all })}
<div class="actions"><button name="do" value="seen">Mark as seen</button> <button name="do" value="assign">Assign to me</button></div>
${
  bulk &&
  html`${bulk.quick && html`<div class="actions"><button name="do" value="bulk:${bulk.quick.value}">${bulk.quick.label}</button></div>`}
${foldedPart(
  "Decide on the chosen cases",
  Object.keys(errors).some((name) => name.startsWith("bulk-")),
  html`${selectField({ id: "bulk-action", name: "action", label: "Decision", value: "", options: [...(bulk.options.length > 1 ? [{ value: "", label: "Choose" }] : []), ...bulk.options], error: errors["bulk-action"] })}
${selectField({ id: "bulk-ground", name: "ground", label: "Ground, for a suspension or refusal", value: String(values.ground ?? ""), options: [{ value: "", label: "None" }, ...groundOptions], error: errors["bulk-ground"] })}
${textField({ id: "bulk-clause", name: "clause", label: "Provision or clause, if the ground is the law", maxlength: 200, error: errors["bulk-clause"] })}
${textArea({ id: "bulk-reason", name: "reason", label: "Reason", hint: bulk.hint, value: String(values.reason ?? ""), rows: 2, maxlength: 2000, error: errors["bulk-reason"] })}
<div class="actions"><button class="danger" name="do" value="bulk">Decide</button></div>`,
)}`
}</fieldset>`,
    { id: "chosen" },
  );

const groundOptions = decisionGrounds.map((value) => ({ value, label: grounds[value].label }));

function filterForm<Op extends CaseOperation>(
  visit: SignedInVisit,
  { sorts = ["newest", "oldest"], filters }: CasePage<Op>,
  filter: Filter,
  more: Record<string, string | number | undefined>,
  states: { open: string; decided: string },
): Html {
  const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));
  const show = filter.is_unseen ? "unseen" : filter.is_mine ? "mine" : "all";
  return html`<form class="filter" method="get" action="${visit.url.pathname}">
${filter.kind && hiddenField("kind", filter.kind)}
${selectField({ name: "status", label: "Status", value: filter.is_open ? "open" : "decided", options: options(states) })}
${textField({ name: "slug", label: "Listing slug", value: filter.slug, maxlength: 120 })}
${Object.entries(filters?.(visit) ?? {}).map(([name, label]) => textField({ name, label, value: lookup(more, name)?.toString(), maxlength: 254 }))}
${textField({ name: "from", label: "From", type: "date", value: filter.from })}
${textField({ name: "until", label: "Until", type: "date", value: filter.until })}
${selectField({ name: "show", label: "Show", value: show, options: options(showWords) })}
${selectField({ name: "sort", label: "Sort", value: filter.sort ?? "", options: [{ value: "", label: "Default" }, ...sorts.map((value) => ({ value, label: sortWords[value] }))] })}
<button>Show</button>
</form>`;
}
