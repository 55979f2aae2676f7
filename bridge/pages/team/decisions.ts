import type { AnswerOutcome } from "#db/schema/vocabulary.ts";
import decideAnswer from "#tools/moderation/decisions/decide-answer.ts";
import listDecisions from "#tools/moderation/decisions/list-decisions.ts";
import { html } from "../frame/html.ts";
import { timeOf } from "../frame/time.ts";
import { listingWords } from "../own-listing/status.ts";
import { defineCasePage, movedPage } from "./case-list.ts";

const path = "/team/review/decisions";
const outcomeWords: Record<AnswerOutcome, string> = { upheld: "Upheld", reversed: "Reversed" };

export const decisionsPage = defineCasePage({
  path,
  name: "team_decisions",
  kind: "answer",
  title: "Decisions",
  lead: "Suspended and rejected listings, with the grounds and the owners' answers. A person must review each answer, preferably not the person who made the decision.",
  above: html`<p><a href="/team/review">Review</a></p>`,
  operation: listDecisions,
  kinds: { suspended: listingWords.suspended, rejected: listingWords.rejected },
  noun: ["case", "cases"],
  empty: "There are no answers to review. An answer appears here when an owner responds to a decision.",
  notices: {
    upheld: "You upheld the decision. We have sent the owners the reason.",
    reversed: "Listing restored. We have sent the owners the reason.",
  },

  decide(visit, form) {
    const [decision, outcome] = [form.text("decision_id"), form.text("outcome") as AnswerOutcome];
    const input = { decision_id: Number(decision), outcome, reason: form.text("reason") };
    return { matter: decision, done: outcome, call: visit.call(decideAnswer, input) };
  },

  toCase({ decision_id: id, slug, name, url, status, decision, outcome, is_standing }) {
    const { decided_at, rule, facts, answer, answered_at, reply } = decision;
    const isOpen = is_standing && answer !== null;
    const state = isOpen ? listingWords[status] : is_standing ? "In force" : outcome ? outcomeWords[outcome] : "Ended";
    return {
      id,
      matter: String(id),
      name,
      head: html`<a href="/team/listings/${slug}">${name}</a> <span class="tag">${state}</span>`,
      hint: isOpen ? html`Answered on ${timeOf(answered_at!)}` : html`${listingWords[status]} on ${timeOf(decided_at)}`,
      details: html`<p class="hint"><a href="${url}" rel="noreferrer nofollow">${url}</a></p>
<p class="hint">${listingWords[status]} on ${timeOf(decided_at)}. ${rule}</p>
<p class="said">${facts}</p>
${answer !== null && html`<p class="hint">The owner's answer:</p><p class="said">${answer}</p>`}
${reply !== null && html`<p class="hint">The team's reply: ${reply}</p>`}`,
      form: {
        values: { decision_id: id },
        options: [
          { value: "reversed", label: "Restore the listing" },
          { value: "upheld", label: "Uphold the decision" },
        ],
        hint: "The owners will see this reason.",
        button: "Decide on answer",
      },
    };
  },
});

export const formerDecisionsPage = movedPage("/team/decisions", "team_decisions_moved", path);
