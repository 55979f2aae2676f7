import { categoriesOf } from "#db/queries/content/categories.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { shownHashes } from "../listing-form/correction.ts";
import { enterButton, listingFieldset } from "../listing-form/fieldset.ts";
import { typedListing } from "../listing-form/typed.ts";
import { evidenceOf, writerNote } from "./draft-texts.ts";
import type { DraftView } from "./draft-view.ts";

export const draftPath = (id: number) => `/account/drafts/${id}`;

/**
 * `canWrite` is false if the draft became read-only after the page was opened. Unsaved input is then shown but cannot
 * be saved.
 */
export async function draftForm(
  visit: SignedInVisit,
  draft: DraftRecord,
  { correction, errors = {}, hasAllRows }: DraftView,
  canWrite: boolean,
): Promise<Html> {
  const present = typedListing(draft.fields);
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">${draft.status === "failed" ? "Fill in the listing" : "Listing details"}</h2>
<p class="hint">${canWrite ? writerNote(draft) : "This draft can no longer be saved. These are your unsaved changes."}</p>
${canWrite && enterButton("save", "Save draft")}
${shownHashes(present)}
${listingFieldset({
  present,
  typed: correction?.typed ?? present,
  errors,
  categories: await categoriesOf(visit.runtime.store.read, visit.site.id),
  conflicts: canWrite ? correction?.conflicts : [],
  path: canWrite ? draftPath(draft.id) : null,
  hasAllRows,
  beside: (name) => evidenceOf(draft, name),
})}
${
  canWrite &&
  html`<div class="actions"><button name="do" value="save">Save draft</button><button class="primary" name="do" value="submit">Save and submit</button></div>
<p class="hint">Submitting the draft creates your listing, but the listing will not be public yet. You will then choose how to launch it.</p>`
}</section>`;
}
