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
import { type DecisionFailure, decisionFailure, decisionFields, type Refused } from "./deciding.ts";
import { pageLinks, pageOf } from "./page-links.ts";

const path = "/team/review/decisions";
const outcomeWords: Record<AnswerOutcome, string> = { upheld: "Upheld", reversed: "Reversed" };
const notices = {
  upheld: "You upheld the decision. We have sent the owners the reason.",
  reversed: "Listing restored. We have sent the owners the reason.",
};

export const decisionsPage = definePage({
  path,
  name: "team_decisions",
  audience: "team",
  scopes: ["team:review"],
  get: (visit) => render(visit),

  async post(visit, form) {
    const decisionId = Number(form.text("decision_id"));
    const outcome = form.text("outcome") as AnswerOutcome;
    const input = { decision_id: decisionId, outcome, reason: form.text("reason") };
    const failure = await decisionFailure(form, String(decisionId), visit.call(decideAnswer, input));
    return failure ? render(visit, failure) : answerRedirect(visit, `${path}?done=${outcome}`);
  },
});

/** The former path of the page. */
export const formerDecisionsPage = definePage({
  path: "/team/decisions",
  name: "team_decisions_moved",
  audience: "team",
  scopes: ["team:review"],
  get: async (visit) => answerRedirect(visit, path, 308),
});

async function render(visit: SignedInVisit, { refused, refusal }: DecisionFailure = {}): Promise<Response> {
  const page = pageOf(visit);
  const open = await visit.call(listDecisions, { per_page: 100 });
  const { items, has_more } = await visit.call(listDecisions, { is_open: false, page });
  return answerPage(visit, {
    title: "Decisions",
    layout: "team",
    refusal,
    notice: noticeOf(visit, notices),
    errors: refused?.errors,
    body: html`<p><a href="/team/review">Review</a></p>
<h1>Decisions</h1>
<p class="lead">Suspended and rejected listings, with the grounds and the owners' answers. A person must review each answer, preferably not the person who made the decision.</p>
${open.items.length === 0 ? html`<p class="empty">There are no answers to review. An answer appears here when an owner responds to a decision.</p>` : open.items.map((one) => answered(visit, one, refused))}
${
  items.length > 0 &&
  html`<section class="card" aria-labelledby="decided"><h2 id="decided">Decided</h2>
<ul class="rows" role="list">${items.map(
    (
      one,
    ) => html`<li><div><strong><a href="/team/listings/${one.slug}">${one.name}</a></strong> <span class="tag">${one.is_standing ? "In force" : one.outcome ? outcomeWords[one.outcome] : "Ended"}</span>
${statement(one)}</div></li>`,
  )}</ul></section>`
}
${pageLinks(visit, page, has_more)}`,
  });
}

function statement({ status, decision }: ListedDecision): Html {
  const { decided_at, rule, facts, answer, reply } = decision;
  return html`<p class="hint">${listingWords[status]} on ${timeOf(decided_at)}. ${rule}</p>
<p class="said">${facts}</p>
${answer !== null && html`<p class="hint">The owner's answer:</p><p class="said">${answer}</p>`}
${reply !== null && html`<p class="hint">The team's reply: ${reply}</p>`}`;
}

function answered(visit: SignedInVisit, one: ListedDecision, refused?: Refused): Html {
  const { decision_id: id, slug, name, url, decision } = one;
  return html`<section class="card" aria-labelledby="decision-${id}">
<h2 id="decision-${id}"><a href="/team/listings/${slug}">${name}</a> <span class="tag">${listingWords[one.status]}</span></h2>
<p class="hint"><a href="${url}" rel="noreferrer nofollow">${url}</a>, answered on ${timeOf(decision.answered_at!)}</p>
${statement(one)}
${pageForm(
  visit,
  path,
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
)}
</section>
`;
}
