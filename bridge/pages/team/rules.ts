import { type RuleKind, ruleEffects, ruleKinds } from "#db/schema/vocabulary.ts";
import { lookup } from "#db/values/lookup.ts";
import addRule from "#tools/abuse/add-rule.ts";
import deleteRule from "#tools/abuse/delete-rule.ts";
import listRules from "#tools/abuse/list-rules.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import { answerPage, answerRedirect, confirmedForm, pageForm } from "../frame/answers.ts";
import { definePage, type ItemOf } from "../frame/define-page.ts";
import { choices, type FieldErrors, foldedPart, hiddenField, selectField, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { attempt, stillDone } from "../frame/submit.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/rules";

const kindWords: Record<RuleKind, string> = {
  email_domain: "Email domain",
  product_domain: "Product domain",
  word: "Word or phrase",
  network: "Network",
  email_hash: "Email address",
};
const effectWords = { deny: "Deny", allow: "Allow" };
const notices = { added: "Rule added.", deleted: "Rule deleted." };
const countWords = { accounts: "Accounts", drafts: "Drafts", listings: "Listings" };
const kindOptions = ruleKinds.map((value) => ({ value, label: kindWords[value] }));

interface Typed {
  kind: string;
  value: string;
  effect: string;
  note: string;
  all_sites: boolean;
}

type Tried = Awaited<ReturnType<typeof tried>>;

const typedIn = (form: Form): Typed => ({
  kind: form.text("kind"),
  value: form.text("value"),
  effect: form.text("effect") || "deny",
  note: form.text("note"),
  all_sites: form.text("all_sites") === "yes",
});

const fields = {
  value: { label: "The value" },
  kind: { label: "The kind" },
  effect: { label: "The effect" },
  note: { label: "The note" },
  confirm: { says: "Check the result below. If you mean this rule, tick “Add it anyway”." },
};

/** Runs the addition without keeping it. A preview shows the warnings instead of asking. */
const tried = (visit: SignedInVisit, typed: Typed) =>
  attempt(visit.call(addRule, { ...typed, confirm: true }, { isDryRun: true }), fields);

export const teamRulesPage = definePage({
  path,
  name: "team_rules",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Rules", place: 8 },
  get: (visit) => render(visit),

  async post(visit, form) {
    if (form.text("do") === "delete") {
      const isDone = await stillDone(visit.call(deleteRule, { id: Number(form.text("id")) }));
      return answerRedirect(visit, isDone ? `${path}?done=deleted` : path);
    }
    const typed = typedIn(form);
    if (form.text("do") === "try") return render(visit, { typed, tried: await tried(visit, typed) });
    const confirm = form.text("confirm") === "yes";
    const { output, errors, refusal } = await attempt(visit.call(addRule, { ...typed, confirm }), fields);
    if (output) return answerRedirect(visit, `${path}?done=added`);
    const preview = errors?.confirm ? await tried(visit, typed) : undefined;
    return render(visit, { typed, tried: preview, errors, refusal });
  },
});

interface State {
  typed?: Typed;
  tried?: Tried;
  errors?: FieldErrors;
  refusal?: Problem;
}

async function render(visit: SignedInVisit, state: State = {}): Promise<Response> {
  const { searchParams } = visit.url;
  const kind = searchParams.get("kind") ?? "";
  const effect = searchParams.get("effect") ?? "";
  const filter = {
    kind: lookup(kindWords, kind) ? kind : undefined,
    effect: lookup(effectWords, effect) ? effect : undefined,
    sort: searchParams.get("sort") === "hits" ? "hits" : "newest",
    q: (searchParams.get("q") ?? "").slice(0, 200),
  };
  const page = pageOf(visit);
  const { items, has_more } = await visit.call(listRules, { ...filter, page });
  const errors = { ...state.errors, ...state.tried?.errors };
  return answerPage(visit, {
    title: "Rules",
    layout: "team",
    notice: noticeOf(visit, notices),
    errors,
    refusal: state.refusal ?? state.tried?.refusal,
    body: html`<h1>Rules</h1>
<p class="lead">These rules refuse sign-ups, submissions and edits on ${visit.site.name}. A rule that allows something wins over rules of its kind that deny it.</p>
${foldedPart("Add a rule", state.typed !== undefined, pageForm(visit, path, addFields(state, errors)))}
<form class="filter" method="get" action="${path}">
${textField({ name: "q", id: "q", label: "Part of the value", value: filter.q, maxlength: 200 })}
${selectField({ name: "kind", id: "filter-kind", label: "Kind", value: filter.kind ?? "", options: [{ value: "", label: "Any" }, ...kindOptions] })}
${selectField({ name: "effect", id: "filter-effect", label: "Effect", value: filter.effect ?? "", options: [{ value: "", label: "Any" }, ...effectOptions] })}
${selectField({
  name: "sort",
  label: "Order",
  value: filter.sort,
  options: [
    { value: "newest", label: "Newest first" },
    { value: "hits", label: "Most hits first" },
  ],
})}
<button>Show</button>
</form>
${
  items.length === 0
    ? html`<p class="empty">No rules match. Add a rule above, or <a href="${path}">show all rules</a>.</p>`
    : html`<section class="card" aria-label="Rules"><ul class="rows" role="list">${items.map((rule) => ruleRow(visit, rule))}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
  });
}

const effectOptions = ruleEffects.map((value) => ({ value, label: effectWords[value] }));

function addFields({ typed, tried }: State, errors: FieldErrors): Html {
  const warnings = tried?.output?.warnings ?? [];
  const shown = typed ?? { kind: "word", value: "", effect: "deny", note: "", all_sites: false };
  return html`${selectField({ name: "kind", label: "Kind", value: shown.kind, options: kindOptions, error: errors.kind })}
${textField({ name: "value", label: "Value", value: shown.value, maxlength: 254, keyboard: "code", error: errors.value, hint: "A domain also covers its subdomains. A network looks like 203.0.113.0/24. Of an email address, we keep only a code." })}
${choices({ name: "effect", type: "radio", label: "Effect", options: effectOptions, chosen: [shown.effect], error: errors.effect })}
${textField({ name: "note", label: "Note for the team", value: shown.note, maxlength: 500, error: errors.note })}
${choices({ name: "all_sites", type: "checkbox", label: "Where", options: [{ value: "yes", label: "Apply on all sites" }], chosen: shown.all_sites ? ["yes"] : [] })}
${tried?.output && preview(tried.output)}
${warnings.length > 0 && choices({ name: "confirm", type: "checkbox", label: "Are you sure?", options: [{ value: "yes", label: "Add it anyway" }], chosen: [], error: errors.confirm })}
<div class="actions"><button name="do" value="try">Try rule</button>${tried?.output && html` <button class="primary" name="do" value="add">Add rule</button>`}</div>`;
}

/** The records that the rule would have matched. */
const preview = ({
  matched,
  warnings,
}: NonNullable<Tried["output"]>): HtmlValue => html`<div class="aside" role="status">
${warnings.map((warning) => html`<p><strong>${warning}</strong></p>`)}
<ul class="plain-list">${(["accounts", "drafts", "listings"] as const).map((what) => {
  const { checked, matched: found, examples } = matched[what];
  const names = examples.map(({ id, name, email }) => `${name || "No name"} (${email ?? id})`).join(", ");
  return html`<li>${countWords[what]} of the last 30 days: ${found} of ${checked}${names && `, such as ${names}`}</li>`;
})}</ul></div>`;

const ruleRow = (visit: SignedInVisit, rule: ItemOf<typeof listRules>): Html => {
  const { id, kind, effect, value, all_sites, note, created_by, created_at, hits, last_hit_at } = rule;
  const shown = kind === "email_hash" ? `code ${value.slice(0, 8)}` : value;
  return html`<li>
<div><strong><bdi>${shown}</bdi></strong> <span class="tag">${effectWords[effect]}</span> <span class="tag">${kindWords[kind]}</span>${all_sites && html` <span class="tag">All sites</span>`}
<p class="hint">${hits} ${hits === 1 ? "hit" : "hits"}${last_hit_at && html`, the last on ${timeOf(last_hit_at)}`}. Added on ${timeOf(created_at)}${created_by && ` by ${created_by.name || `account ${created_by.account_id}`}`}.</p>
${note && html`<p class="hint">${note}</p>`}</div>
${confirmedForm(visit, path, { label: "Delete", of: shown }, html`${hiddenField("id", String(id))}<button class="danger" name="do" value="delete">Delete rule</button>`)}</li>
`;
};
