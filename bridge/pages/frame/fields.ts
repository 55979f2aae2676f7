import { type Html, type HtmlValue, html } from "./html.ts";

/** Error messages by field name. */
export type FieldErrors = Record<string, string>;

interface Control {
  name: string;
  /** The HTML ID, if the page has several controls with this name. */
  id?: string;
  label: string;
  hint?: HtmlValue;
  error?: string;
}

interface TextField extends Control {
  type?: "text" | "email" | "password" | "url" | "date";
  /** The phone's keyboard, if the type does not choose it. A code is text without words, such as an identifier. */
  keyboard?: "code" | "decimal" | "url";
  value?: string;
  autocomplete?: string;
  maxlength?: number;
  /** Suggestions; other text can be typed as well. */
  suggestions?: readonly string[];
}

const fieldId = (name: string) => `field-${name}`;
const errorId = (name: string) => `${fieldId(name)}-error`;
const hintId = (name: string) => `${fieldId(name)}-hint`;

// Makes screen readers read out the hint and the error with the control.
function describedBy({ name, id = name, hint, error }: Control): HtmlValue {
  const ids = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(" ");
  return ids && html` aria-describedby="${ids}"`;
}
const describedField = (field: Control): HtmlValue => [describedBy(field), field.error && html` aria-invalid="true"`];

const hintAndError = ({ name, id = name, hint, error }: Control): Html =>
  html`${hint && html`<p class="hint" id="${hintId(id)}">${hint}</p>`}
${error && html`<p class="error" id="${errorId(id)}"><span class="hidden">Error: </span>${error}</p>`}`;

const withLabel = (field: Control, control: Html): Html => html`<div class="field${field.error && " faulty"}">
<label for="${fieldId(field.id ?? field.name)}">${field.label}</label>
${hintAndError(field)}
${control}
</div>`;

export function textField(field: TextField): Html {
  const { name, id = name, type = "text", keyboard, value = "", autocomplete = "off", maxlength, suggestions } = field;
  const isWritten = type === "text" && keyboard === undefined;
  // Passwords are never sent back to the browser.
  return withLabel(
    field,
    html`<input id="${fieldId(id)}" name="${name}" type="${type}" value="${type === "password" ? "" : value}" autocomplete="${autocomplete}"${
      maxlength !== undefined && html` maxlength="${maxlength}"`
    }${keyboard && keyboard !== "code" && html` inputmode="${keyboard}"`}${!isWritten && html` spellcheck="false" autocapitalize="none"`}${suggestions && html` list="${fieldId(id)}-list"`}${describedField(field)}>${
      suggestions &&
      html`<datalist id="${fieldId(id)}-list">${suggestions.map((text) => html`<option value="${text}"></option>`)}</datalist>`
    }`,
  );
}

export const selectField = (field: Control & { value: string; options: { value: string; label: string }[] }): Html =>
  withLabel(
    field,
    html`<select id="${fieldId(field.id ?? field.name)}" name="${field.name}"${describedField(field)}>${field.options.map(
      ({ value, label }) => html`<option value="${value}"${value === field.value && html` selected`}>${label}</option>`,
    )}</select>`,
  );

export const textArea = (field: Control & { value: string; rows: number; maxlength: number }): Html =>
  withLabel(
    field,
    html`<textarea id="${fieldId(field.id ?? field.name)}" name="${field.name}" rows="${field.rows}" maxlength="${field.maxlength}"${describedField(field)}>
${field.value}</textarea>`,
  );

export const fileField = (field: Control & { accept: string }): Html =>
  withLabel(
    field,
    html`<input id="${fieldId(field.name)}" name="${field.name}" type="file" accept="${field.accept}"${describedField(field)}>`,
  );

/** Adds an error for a chosen file, because browsers do not keep it when the form is shown again. */
export const withFileAgain = (errors: FieldErrors, name: string, file: Uint8Array | null, noun: string): FieldErrors =>
  file ? { [name]: `Choose the ${noun} again.`, ...errors } : errors;

interface Option {
  value: string;
  label: HtmlValue;
  hint?: HtmlValue;
}

interface Choices extends Control {
  type: "checkbox" | "radio";
  options: Option[];
  /** Options that the user can unfold. */
  folded?: { label: string; options: Option[]; more?: Html; isOpen: boolean };
  chosen: readonly string[];
}

/** A group of checkboxes or radio buttons that share one name. */
export function choices(group: Choices): Html {
  const { name, id: key = name, type, label, options, folded, chosen, error } = group;
  const choice = ({ value, label, hint }: Option, i: number) => {
    const id = `${fieldId(key)}-${i}`;
    return html`<div class="choice"><input id="${id}" type="${type}" name="${name}" value="${value}"${chosen.includes(value) && html` checked`}${
      hint && html` aria-describedby="${id}-hint"`
    }><label for="${id}">${label}</label>${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}</div>
`;
  };
  return html`<fieldset class="field${error && " faulty"}" id="${fieldId(key)}" tabindex="-1"${describedBy(group)}>
<legend>${label}</legend>
${hintAndError(group)}
${options.map(choice)}${
  folded &&
  foldedPart(folded.label, folded.isOpen, [
    html`<div class="folded-options">${folded.options.map((option, i) => choice(option, options.length + i))}</div>`,
    folded.more,
  ])
}</fieldset>`;
}

/** A part of a page that the user can unfold. */
export const foldedPart = (summary: HtmlValue, isOpen: boolean, body: HtmlValue): Html =>
  html`<details class="folded"${isOpen && html` open`}><summary>${summary}</summary>
<div class="folded-body">${body}</div></details>`;

/**
 * Content that a button opens on narrow screens. `more` is shown beside the button. A popover needs no script, and the
 * browser closes it on Escape and on a press elsewhere. slipway.css shows the content in its place on wide screens and
 * in browsers without popovers.
 */
export const sheet = (
  { id, label }: { id: string; label: HtmlValue },
  content: HtmlValue,
  more?: HtmlValue,
): Html => html`<div class="sheet-head"><button class="sheet-button" type="button" popovertarget="${id}">${label}</button>${more}</div>
<div class="sheet" id="${id}" popover>
${content}
<button class="sheet-close" type="button" popovertarget="${id}" popovertargetaction="hide">Close</button>
</div>`;

export const hiddenField = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A note that says why a button's action was refused. */
export const refusalNote = (detail: string): Html => html`<p class="summary" role="alert">${detail}</p>`;

/** A summary of a form's errors, each linked to its field. */
export function errorSummary(errors: FieldErrors): HtmlValue {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  return html`<div class="summary" role="alert" aria-labelledby="summary-title">
<h2 id="summary-title">Please fix ${entries.length === 1 ? "this error" : "these errors"}</h2>
<ul role="list">${entries.map(([name, error]) => html`<li><a href="#${fieldId(name)}">${error}</a></li>`)}</ul>
</div>`;
}
