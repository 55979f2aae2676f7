import { type FieldName, listingFields } from "#db/schema/listing-fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { Correction } from "./correction.ts";
import { fieldValue } from "./field-value.ts";
import type { TypedListing } from "./typed.ts";

export const conflictSummary = (correction: Correction | undefined, changed: string): HtmlValue =>
  correction &&
  correction.conflicts.length > 0 &&
  html`<div class="summary" role="alert" aria-labelledby="conflict-title"><h2 id="conflict-title">Your changes conflict with newer ones</h2>
<p>Your changes have not been saved yet, but they are not lost. Since you opened this page, ${changed}.</p>
<ul role="list">${correction.conflicts.map((name) => html`<li>${linkTo(name)}: changed both by you and elsewhere. Choose which value to keep.</li>`)}
${correction.changedElsewhere.map((name) => html`<li>${linkTo(name)}: the form now shows the current value.</li>`)}</ul></div>`;

const linkTo = (name: FieldName): Html => html`<a href="#field-${name}">${listingFields[name].label}</a>`;

export const conflictChoice = (present: TypedListing, name: FieldName): Html =>
  html`<div class="aside conflict" role="group" aria-label="${listingFields[name].label}: changed elsewhere">
<p><strong>Changed elsewhere.</strong> This is the current value:</p>
<blockquote>${fieldValue(present, name) || html`<span class="empty">Empty</span>`}</blockquote>
<div class="choice"><input id="taken-${name}" type="checkbox" name="taken" value="${name}"><label for="taken-${name}">Keep this value and discard mine</label></div>
</div>`;
