import { categoriesOf } from "#db/queries/content/categories.ts";
import type { DraftRecord } from "#tools/drafts/records.ts";
import type { FieldErrors } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/mount.ts";
import { evidenceOf, writerNote } from "./draft-texts.ts";
import { type Correction, shownMarks } from "./listing-form/correction.ts";
import { enterButton, listingFieldset } from "./listing-form/fieldset.ts";
import { typedListing } from "./listing-form/typed.ts";

export const draftPath = (id: number) => `/account/drafts/${id}`;

interface FormState {
  correction?: Correction;
  errors: FieldErrors;
  hasAllRows?: boolean;
  /** False where the draft has ended meanwhile, and what was typed is only shown. */
  canWrite: boolean;
}

/** All texts of a draft to be corrected, each with the words of the site beside it. */
export async function draftForm(visit: SignedInVisit, draft: DraftRecord, state: FormState): Promise<Html> {
  const { correction, errors, hasAllRows, canWrite } = state;
  const present = typedListing(draft.fields);
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">${draft.status === "failed" ? "Fill it in by hand" : "Texts"}</h2>
<p class="hint">${canWrite ? writerNote(draft) : "This can no longer be saved. It is what you typed."}</p>
${canWrite && enterButton("save", "Save")}
${shownMarks(present)}
${listingFieldset({
  present,
  typed: correction?.typed ?? present,
  errors,
  categories: await categoriesOf(visit.runtime.store.read, visit.site.id),
  clashes: canWrite ? correction?.clashes : [],
  path: canWrite ? draftPath(draft.id) : null,
  hasAllRows,
  beside: (name) => evidenceOf(draft, name),
})}
${
  canWrite &&
  html`<div class="actions"><button name="do" value="save">Save</button><button class="primary" name="do" value="submit">Save and submit</button></div>
<p class="hint">Submitting makes it a listing of yours. It is not public yet: you choose next how it launches.</p>`
}</section>`;
}
