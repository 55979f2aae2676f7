import { lookup } from "../../../db/lookup.ts";
import type { DraftRecord } from "../../../tools/drafts/records.ts";
import { listingFields } from "../../../tools/listings/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { prose } from "../frame/prose.ts";

/** The texts of a draft that can no longer be changed here, with what they rest on. */
export function draftTexts(draft: DraftRecord): Html {
  const { fields } = draft;
  const { logo_url, socials, faqs, ...rest } = fields;
  const values: Record<string, HtmlValue> = {
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, [value].flat().join(", ")])),
    description: prose(fields.description),
    socials: list(Object.entries(socials).map(([network, address]) => `${network}: ${address}`)),
    faqs: list(faqs.map(({ question, answer }) => html`<strong>${question}</strong><br>${answer}`)),
    logo_url:
      logo_url && html`<img class="logo" src="${new URL(logo_url).pathname}" alt="The logo" width="96" height="96">`,
  };
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">Texts</h2>
<p class="hint">${writerNote(draft)}</p>
<dl class="texts">${Object.entries(listingFields).map(
    ([field, { label }]) => html`
<dt>${label}</dt>
<dd>${lookup(values, field) || html`<span class="empty">Nothing yet</span>`}${evidenceOf(draft, field)}</dd>`,
  )}
</dl></section>`;
}

const list = (items: HtmlValue[]): HtmlValue =>
  items.length > 0 && html`<ul class="plain-list">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Who wrote the texts. */
export const writerNote = ({ status, written_by }: DraftRecord): string =>
  status === "failed"
    ? "What you write here becomes the draft."
    : written_by === "claude"
      ? "Written by Claude from the site."
      : written_by === "extractive"
        ? "Taken from the site's own words."
        : "Filled in by hand.";

const mostQuotes = 2;

/** The words of the site that a field rests on, or rested on before it was corrected by hand. */
export function evidenceOf({ evidence, edited_fields }: DraftRecord, field: string): HtmlValue {
  const quotes = lookup(evidence, field) ?? [];
  if (quotes.length === 0) return edited_fields.includes(field) && html`<p class="hint">Written by hand</p>`;
  const [first, more] = [quotes.slice(0, mostQuotes), quotes.slice(mostQuotes)];
  return html`<div class="quotes"><p class="hint">${edited_fields.includes(field) ? "Corrected by hand. The site says:" : "From the site"}</p>
${first.map(quoted)}${more.length > 0 && html`<details><summary>${more.length} more</summary>${more.map(quoted)}</details>`}</div>`;
}

const quoted = ({ url, quote }: DraftRecord["evidence"][string][number]): Html =>
  html`<blockquote><p>${quote}</p><footer>${url}</footer></blockquote>`;
