import type { AnswerOutcome } from "#db/schema/vocabulary.ts";
import decideAnswer from "#tools/moderation/decisions/decide-answer.ts";
import listDecisions, { type ListedDecision } from "#tools/moderation/decisions/list-decisions.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { hiddenField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { noticeOf, type SignedInVisit } from "../frame/visit.ts";
import { listingWords } from "../own-listing/status.ts";
import { caseFilterOf, caseList, caseNotices, markChosen } from "./case-list.ts";
import { type DecisionFailure, decisionFailure, decisionFields, type Refused } from "./deciding.ts";
import { hereWith } from "./page-links.ts";
import { undoable } from "./undo.ts";

const path = "/team/review/decisions";
const outcomeWords: Record<AnswerOutcome, string> = { upheld: "Upheld", reversed: "Reversed" };
const notices = {
  upheld: "You upheld the decision. We have sent the owners the reason.",
  reversed: "Listing restored. We have sent the owners the reason.",
  ...caseNotices,
};

export const decisionsPage = definePage({
  path,
  name: "team_decisions",
  audience: "team",
  scopes: ["team:review"],
  get: (visit) => render(visit),

  async post(visit, form) {
    const marked = await markChosen(visit, form, "answer");
    if (marked) return marked;
    const decisionId = Number(form.text("decision_id"));
    const outcome = form.text("outcome") as AnswerOutcome;
    const input = { decision_id: decisionId, outcome, reason: form.text("reason") };
    const failure = await decisionFailure(form, String(decisionId), visit.call(decideAnswer, input));
    return failure ? render(visit, failure) : answerRedirect(visit, hereWith(visit, { done: outcome }));
  },
});

const kinds = { suspended: listingWords.suspended, rejected: listingWords.rejected };

/** The former path of the page. */
export const formerDecisionsPage = definePage({
  path: "/team/decisions",
  name: "team_decisions_moved",
  audience: "team",
  scopes: ["team:review"],
  get: async (visit) => answerRedirect(visit, path, 308),
});

async function render(visit: SignedInVisit, { refused, refusal }: DecisionFailure = {}): Promise<Response> {
  const filter = caseFilterOf(visit, kinds);
  const { items, total, has_more } = await visit.call(listDecisions, filter);
  return answerPage(visit, {
    title: "Decisions",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`<p><a href="/team/review">Review</a></p>
<h1>Decisions</h1>
<p class="lead">Suspended and rejected listings, with the grounds and the owners' answers. A person must review each answer, preferably not the person who made the decision.</p>
${await undoable(visit)}
${caseList(visit, {
  filter,
  kinds,
  noun: filter.is_open ? ["answer", "answers"] : ["case", "cases"],
  empty: "There are no answers to review. An answer appears here when an owner responds to a decision.",
  total,
  has_more,
  cases: items.map((one) => toCase(visit, one, filter.is_open, refused)),
})}`,
  });
}

function statement({ status, decision }: ListedDecision): Html {
  const { decided_at, rule, facts, answer, reply } = decision;
  return html`<p class="hint">${listingWords[status]} on ${timeOf(decided_at)}. ${rule}</p>
<p class="said">${facts}</p>
${answer !== null && html`<p class="hint">The owner's answer:</p><p class="said">${answer}</p>`}
${reply !== null && html`<p class="hint">The team's reply: ${reply}</p>`}`;
}

function toCase(visit: SignedInVisit, one: ListedDecision, isOpen: boolean, refused?: Refused) {
  const { decision_id: id, slug, name, url, decision, outcome, is_standing, is_seen, assignee } = one;
  const state = isOpen
    ? listingWords[one.status]
    : is_standing
      ? "In force"
      : outcome
        ? outcomeWords[outcome]
        : "Ended";
  return {
    id,
    name,
    head: html`<a href="/team/listings/${slug}">${name}</a> <span class="tag">${state}</span>`,
    hint: isOpen
      ? html`Answered on ${timeOf(decision.answered_at!)}`
      : html`${listingWords[one.status]} on ${timeOf(decision.decided_at)}`,
    details: html`<p class="hint"><a href="${url}" rel="noreferrer nofollow">${url}</a></p>
${statement(one)}${isOpen && decideForm(visit, one, refused)}`,
    isOpen: refused?.matter === String(id),
    is_seen,
    assignee,
  };
}

const decideForm = (visit: SignedInVisit, { decision_id: id, name }: ListedDecision, refused?: Refused): Html =>
  pageForm(
    visit,
    hereWith(visit),
    html`${hiddenField("decision_id", String(id))}
${decisionFields(
  String(id),
  [
    { value: "reversed", label: "Restore the listing" },
    { value: "upheld", label: "Uphold the decision" },
  ],
  "The owners will see this reason.",
  refused,
)}
<div class="actions"><button class="primary" aria-label="Decide on answer: ${name}">Decide on answer</button></div>`,
  );
