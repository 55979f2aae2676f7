import type { Problem } from "#tools/core/errors/errors.ts";
import { choices, type FieldErrors, textArea } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";
import { attempt } from "../frame/submit.ts";

export interface Came {
  refused?: Refused;
  refusal?: Problem;
}

export interface Refused {
  matter: string;
  reason: string;
  errors: FieldErrors;
}

/** Returns null after a successful decision. */
export async function whatCame(form: Form, matter: string, call: Promise<unknown>): Promise<Came | null> {
  const { errors, refusal } = await attempt(call, {
    outcome: { in: `outcome-${matter}`, says: "Choose an outcome." },
    reason: { in: `reason-${matter}`, label: "Reason" },
  });
  if (refusal) return { refusal };
  return errors ? { refused: { matter, reason: form.text("reason"), errors } } : null;
}

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
