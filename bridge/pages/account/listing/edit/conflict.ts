import { type DraftField, listingFields } from "../../../../../tools/listings/fields.ts";
import type { OwnerListing } from "../../../../../tools/owner/records.ts";
import { html } from "../../../frame/html.ts";
import { type EditForm, rowsOf } from "./form.ts";
import { give, textsOf } from "./texts.ts";
import type { Shown } from "./view.ts";

/** Others have changed the listing meanwhile: nothing typed is lost, and nothing of theirs overwritten unseen. */
export function conflictOf(
  listing: OwnerListing,
  edit: EditForm,
  { mine, theirs }: { mine: DraftField[]; theirs: DraftField[] },
): Shown {
  const present = textsOf(listing);
  const texts = { ...edit.texts };
  for (const name of theirs) if (!mine.includes(name)) give(texts, present, name);
  const both = theirs.filter((name) => mine.includes(name) && !Bun.deepEquals(texts[name], present[name]));
  const rows = { ...edit.rows };
  if (!mine.includes("faqs")) rows.faqs = rowsOf(present).faqs;
  if (!mine.includes("socials")) rows.socials = rowsOf(present).socials;
  const others = theirs.filter((name) => !both.includes(name));
  const [latest] = listing.versions;
  return {
    texts,
    rows,
    typed: edit,
    status: 409,
    theirs: { fields: both, present },
    above: html`<div class="summary" role="alert" aria-labelledby="summary-title"><h2 id="summary-title">Changed meanwhile</h2>
<p>Nothing of yours is lost, and nothing is saved yet. Since you opened this page the listing was changed${latest && html`, last by ${latest.by}`}.</p>
<ul role="list">${both.map((name) => html`<li><a href="#field-${name}">${listingFields[name].label}: you both changed it. See what it says now and choose.</a></li>`)}
${others.map((name) => html`<li><a href="#field-${name}">${listingFields[name].label}: below it is as it is now.</a></li>`)}</ul></div>`,
  };
}
