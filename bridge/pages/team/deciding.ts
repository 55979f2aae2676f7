import type { Problem } from "#tools/core/errors/errors.ts";
import { choices, type FieldErrors, textArea } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { attempt } from "../frame/submit.ts";

/** Why a decision was not made. `refused` means that the form was incomplete; `refusal` is the operation's problem. */
export interface DecisionFailure {
  refused?: Refused;
  refusal?: Problem;
  /** Errors of a decision about several cases. */
  errors?: FieldErrors;
}

/** A decision with an incomplete form: the matter, the typed text and the errors. */
export interface Refused {
  matter: string;
  reason: string;
  errors: FieldErrors;
}

export const outcomeWords = {
  decided: "suspended or rejected",
  told: "the owners were notified",
  dismissed: "nothing is wrong",
};

/** The latest matters that were decided, one entry each. */
export const decidedSection = (entries: Html[]): HtmlValue =>
  entries.length > 0 &&
  html`<section class="card" aria-labelledby="decided"><h2 id="decided">Decided</h2>
<ul class="plain-list">${entries}</ul></section>`;

/** Waits for the decision that a form with `decisionFields` requested. Returns null if the decision was made. */
export async function decisionFailure(
  form: Form,
  matter: string,
  call: Promise<unknown>,
): Promise<DecisionFailure | null> {
  const { errors, refusal } = await attempt(call, {
    outcome: { in: `outcome-${matter}`, says: "Choose an outcome." },
    reason: { in: `reason-${matter}`, label: "Reason" },
  });
  if (refusal) return { refusal };
  return errors ? { refused: { matter, reason: form.text("reason"), errors } } : null;
}

/** The fields for an outcome and a reason; `hint` says who will read the reason. */
export function decisionFields(
  matter: string,
  options: { value: string; label: string }[],
  hint: string,
  refused?: Refused,
): Html {
  const mine = refused?.matter === matter ? refused : undefined;
  return html`${choices({
    id: `outcome-${matter}`,
    name: "outcome",
    type: "radio",
    label: "Outcome",
    options,
    chosen: [],
    error: mine?.errors[`outcome-${matter}`],
  })}
${textArea({ id: `reason-${matter}`, name: "reason", label: "Reason", hint, value: mine?.reason ?? "", rows: 2, maxlength: 2000, error: mine?.errors[`reason-${matter}`] })}`;
}
