import { draftNames, listingFields } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { outsideLink } from "../frame/prose.ts";
import { fieldValue } from "../listing-form/field-value.ts";
import { typedListing } from "../listing-form/typed.ts";
import { foldedQuotes, pageOf } from "./draft-passages.ts";

export function draftTexts(draft: DraftRecord): Html {
  const texts = typedListing(draft.fields);
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">Listing details</h2>
<p class="hint">${writerNote(draft)}</p>
<dl class="texts">${draftNames.map(
    (name) => html`
<dt>${listingFields[name].label}</dt>
<dd>${fieldValue(texts, name) || html`<span class="empty">Empty</span>`}${evidenceOf(draft, name)}</dd>`,
  )}
</dl></section>`;
}

export const writerNote = ({ status, written_by }: DraftRecord): string =>
  status === "failed"
    ? "What you enter here will become the draft."
    : written_by === "claude"
      ? "Written by an AI model, based on the website."
      : written_by === "extractive"
        ? "Taken from the website's text."
        : "Filled in by the owner.";

/** Shows the quotes that support a field. Text of the owner has none. */
export function evidenceOf({ evidence, edited_fields }: DraftRecord, field: string): HtmlValue {
  const quotes = lookup(evidence, field) ?? [];
  if (quotes.length === 0) return edited_fields.includes(field) && html`<p class="hint">Written by the owner.</p>`;
  return html`<div class="quotes">${foldedQuotes("From the website", quotes.map(quoted))}</div>`;
}

const quoted = ({ url, quote }: DraftRecord["evidence"][string][number]): Html =>
  html`<blockquote><p dir="auto">${quote}</p><footer>${outsideLink(url, pageOf(url))}</footer></blockquote>`;
