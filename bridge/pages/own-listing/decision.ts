import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { maxAnswerLength } from "#tools/moderation/decisions/rules.ts";
import { pageForm } from "../frame/answers.ts";
import { type FieldErrors, textArea } from "../frame/fields.ts";
import { type HtmlValue, html } from "../frame/html.ts";
import { dayOf, timeOf } from "../frame/time.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { listingPath, listingWords } from "./status.ts";

export interface TypedAnswer {
  answer: string;
  errors: FieldErrors;
}

export function decisionSection(
  visit: SignedInVisit,
  { id, status, decision }: OwnerListing,
  isReadOnly: boolean,
  typed?: TypedAnswer,
): HtmlValue {
  if (!decision) return null;
  const { decided_at, rule, facts, origin, redress, answer_until, answer, answered_at } = decision;
  const isOpen = !isReadOnly && answer === null && Date.parse(answer_until) >= visit.now.getTime();
  return html`<section class="card" aria-labelledby="decision"><h2 id="decision">Decision</h2>
<p>${listingWords[status]} on ${timeOf(decided_at)}. ${rule} <a href="/rules">Listing rules</a></p>
<p class="hint">Facts that the team found:</p>
<p class="said">${facts}</p>
<p>${origin}</p>
${answer !== null && html`<p class="hint">Your answer, sent on ${timeOf(answered_at!)}:</p><p class="said">${answer}</p>`}
${answerOutcome(decision)}
<h3>What you can do</h3>
<ul class="plain-list">${redress.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${
  isOpen &&
  pageForm(
    visit,
    listingPath(id),
    html`${textArea({
      name: "answer",
      label: "Your answer",
      hint: html`You can answer once, until ${dayOf(answer_until)}. Explain what is wrong with the decision, or what you have changed since.`,
      rows: 5,
      maxlength: maxAnswerLength,
      value: typed?.answer ?? "",
      error: typed?.errors.answer,
    })}
<div class="actions"><button class="primary" name="do" value="answer">Send answer</button></div>`,
  )
}
</section>`;
}

const answerOutcome = ({ answer, reply }: NonNullable<OwnerListing["decision"]>): HtmlValue =>
  reply === null
    ? answer !== null && html`<p>The team will review your answer and tell you the outcome.</p>`
    : html`<p class="hint">The team reviewed your answer and upheld the decision. Its reply was:</p><p class="said">${reply}</p>`;
