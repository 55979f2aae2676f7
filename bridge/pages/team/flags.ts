import decideFlag from "#tools/moderation/texts/decide-flag.ts";
import listFlags, { type FlagRecord } from "#tools/moderation/texts/list-flags.ts";
import { flagWords } from "#tools/moderation/texts/rules.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { bulkFields, caseFilterOf, caseList, caseNotices, decideChosen, markChosen } from "./case-list.ts";
import { type DecisionFailure, decisionFailure, decisionFields, outcomeWords, type Refused } from "./deciding.ts";
import { hereWith } from "./page-links.ts";
import { undoable } from "./undo.ts";

const path = "/team/marks";
const notices = {
  told: "We have notified any owners and closed the flag.",
  dismissed: "Flag closed. This sentence will not be flagged again.",
  ...caseNotices,
};

export const flagsPage = definePage({
  path,
  name: "team_marks",
  audience: "team",
  scopes: ["team:review"],
  menu: { in: "team", label: "Flagged text", place: 5 },
  get: (visit) => render(visit),

  async post(visit, form) {
    const marked = await markChosen(visit, form, "flag");
    if (marked) return marked;
    const bulk = await decideChosen(visit, form, "flags", {
      filter: caseFilterOf(visit, flagWords),
      itemOf: (operation, [id, slug]) => (operation === "decide_flag" ? { flag_id: Number(id) } : { slug: slug! }),
    });
    if (bulk) return bulk instanceof Response ? bulk : render(visit, bulk);
    const flagId = Number(form.text("flag_id"));
    const outcome = form.text("outcome") as "told" | "dismissed";
    const input = { flag_id: flagId, outcome, reason: form.text("reason") };
    const failure = await decisionFailure(form, String(flagId), visit.call(decideFlag, input));
    return failure ? render(visit, failure) : answerRedirect(visit, hereWith(visit, { done: outcome }));
  },
});

async function render(visit: SignedInVisit, { refused, refusal, errors }: DecisionFailure = {}): Promise<Response> {
  const filter = caseFilterOf(visit, flagWords);
  const { items, total, has_more } = await visit.call(listFlags, { ...filter, sort: filter.sort ?? "newest" });
  return answerPage(visit, {
    title: "Flagged text",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: errors ?? refused?.errors,
    body: html`<h1>Flagged text</h1>
<p class="lead">Sentences that address assistants or ask for votes, and names that resemble those of older listings. Slipway finds such text within ten minutes. The text stays public until you decide. A flag disappears when its sentence is removed.</p>
${await undoable(visit)}
${caseList(visit, {
  filter,
  kinds: flagWords,
  noun: ["flag", "flags"],
  empty: "There are no open flags. Slipway checks changed text every ten minutes.",
  total,
  bulk: bulkFields(
    [
      { value: "decide_flag:told", label: "Ask the owners to change the texts" },
      { value: "decide_flag:dismissed", label: "Nothing is wrong" },
    ],
    "Owners whom you notify will receive this reason.",
    total,
    errors,
  ),
  has_more,
  cases: items.map((flag) => toCase(visit, flag, refused)),
})}`,
  });
}

const flagOutcomes = { ...outcomeWords, gone: "the sentence was removed" };

const pathOf = ({ source, slug }: FlagRecord) => (source === "post" ? `/blog/${slug}` : `/team/listings/${slug}`);

function toCase(visit: SignedInVisit, flag: FlagRecord, refused?: Refused) {
  const {
    flag_id: id,
    source,
    slug,
    name,
    kind,
    field,
    sentence,
    found_at,
    outcome,
    decided_at,
    reason,
    is_seen,
    assignee,
  } = flag;
  return {
    id,
    parts: source === "listing" ? slug : undefined,
    name: `${name}, ${field}`,
    head: html`<a href="${pathOf(flag)}">${name}</a> <span class="tag">${flagWords[kind]}</span>`,
    hint: outcome
      ? html`${field}, ${timeOf(decided_at!)}: ${flagOutcomes[outcome]}. ${reason}`
      : html`${field}, ${timeOf(found_at)}`,
    details: html`<p class="said">${sentence}</p>${outcome === null && decideForm(visit, flag, refused)}`,
    isOpen: refused?.matter === String(id),
    is_seen,
    assignee,
  };
}

const decideForm = (visit: SignedInVisit, { flag_id: id, source, slug, name }: FlagRecord, refused?: Refused): Html =>
  pageForm(
    visit,
    hereWith(visit),
    html`${hiddenField("flag_id", String(id))}
${decisionFields(
  String(id),
  [
    ...(source === "listing" ? [{ value: "told", label: "Ask the owners to change the text" }] : []),
    { value: "dismissed", label: "Nothing is wrong" },
  ],
  "If you notify the owners, they will receive this reason.",
  refused,
)}
<div class="actions"><button class="primary" aria-label="Close flag: ${name}">Close flag</button>${source === "listing" && html` <a class="button" href="/team/listings/${slug}">Suspend instead</a>`}</div>`,
  );
