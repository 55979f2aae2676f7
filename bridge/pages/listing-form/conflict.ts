import { type FieldName, listingFields } from "#db/schema/listing-fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { Correction } from "./correction.ts";
import { said } from "./field-value.ts";
import type { TypedListing } from "./typed.ts";

/**
 * Others have changed meanwhile what the person changes: nothing typed is lost, and nothing of theirs overwritten unseen.
 * @param changed what was, such as "the draft was changed"
 */
export const conflictSummary = (correction: Correction | undefined, changed: string): HtmlValue =>
  correction &&
  correction.clashes.length > 0 &&
  html`<div class="summary" role="alert" aria-labelledby="conflict-title"><h2 id="conflict-title">Changed meanwhile</h2>
<p>Nothing of yours is lost, and nothing is saved yet. Since you opened this page ${changed}.</p>
<ul role="list">${correction.clashes.map((name) => html`<li>${linkTo(name)}: you both changed it. See what it says now and choose.</li>`)}
${correction.others.map((name) => html`<li>${linkTo(name)}: below it is as it is now.</li>`)}</ul></div>`;

const linkTo = (name: FieldName): Html => html`<a href="#field-${name}">${listingFields[name].label}</a>`;

/** The other text of a field that both have changed: the person's own stands in the form. */
export const conflictChoice = (present: TypedListing, name: FieldName): Html =>
  html`<div class="aside conflict" role="group" aria-label="${listingFields[name].label}: changed meanwhile">
<p><strong>Changed meanwhile.</strong> Now it says:</p>
<blockquote>${said(present, name) || html`<span class="empty">Nothing</span>`}</blockquote>
<div class="choice"><input id="taken-${name}" type="checkbox" name="taken" value="${name}"><label for="taken-${name}">Keep this, and drop what I wrote</label></div>
</div>`;
