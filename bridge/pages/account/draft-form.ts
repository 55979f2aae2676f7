import { categoriesOf } from "#db/queries/content/categories.ts";
import { draftNames, type FieldName, factNames, fieldOf } from "#db/schema/listing-fields.ts";
import type { DraftRecord } from "#tools/drafts/shared/records.ts";
import { foldedPart } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { screenshot } from "../frame/screenshot.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { shownHashes } from "../listing-form/correction.ts";
import { enterButton, listingFieldset } from "../listing-form/fieldset.ts";
import type { Category, ListingForm } from "../listing-form/form-state.ts";
import { previewOf } from "../listing-form/preview.ts";
import { type TypedListing, typedListing } from "../listing-form/typed.ts";
import { gapsOf, readiness } from "./draft-checklist.ts";
import { passagesFor } from "./draft-passages.ts";
import { evidenceOf, writerNote } from "./draft-texts.ts";
import type { DraftView } from "./draft-view.ts";

export const draftPath = (id: number) => `/account/drafts/${id}`;

/** Fields that most people leave as they are. */
const foldedFields: { title: string; names: FieldName[] }[] = [
  { title: "Facts", names: [...factNames] },
  { title: "Links", names: ["socials"] },
  { title: "Questions and answers", names: ["faqs"] },
  { title: "Logo", names: ["logo_url"] },
  { title: "Search engines", names: ["seo_title", "seo_description"] },
];
const mainFields = draftNames.filter((name) => !foldedFields.some(({ names }) => names.includes(name)));

/**
 * `canWrite` is false if the draft became read-only after the page was opened. Unsaved input is then shown but cannot
 * be saved. `more` is shown after the fields.
 */
export async function draftForm(
  visit: SignedInVisit,
  draft: DraftRecord,
  view: DraftView,
  { canWrite, picture, more }: { canWrite: boolean; picture: string | null; more: HtmlValue },
): Promise<Html> {
  const { correction, errors = {}, hasAllRows, replaced } = view;
  const present = typedListing(draft.fields);
  const typed = correction?.typed ?? present;
  const path = canWrite ? draftPath(draft.id) : null;
  const form: ListingForm = {
    present,
    typed,
    errors,
    categories: await categoriesOf(visit.runtime.store.read, visit.site.id),
    suggested: draft.to_write.find(({ field }) => field === "categories")?.suggestions,
    conflicts: canWrite ? correction?.conflicts : [],
    path,
    hasAllRows,
    below: (name) => passagesFor(draft, name, path, replaced) ?? evidenceOf(draft, name),
  };
  // The preview shows only what has been sent, so it would stay empty while the user fills in an empty draft.
  const hasPreview = typed.headline !== "" || typed.summary !== "" || typed.description !== "";
  return html`<div class="editor"><section class="draft-fields" aria-labelledby="texts"><h2 id="texts">${draft.status === "failed" ? "Fill in the listing" : "Listing details"}</h2>
<p class="hint">${canWrite ? writerNote(draft) : "This draft can no longer be saved. These are your unsaved changes."}</p>
${canWrite && enterButton("save", "Save draft")}
${shownHashes(present)}
${listingFieldset(form, mainFields)}
<div class="folded-parts">${foldedFields.map(({ title, names }) =>
    foldedPart(summaryOf(title, typed, names), isOpen(form, draft, names), listingFieldset(form, names)),
  )}
${more}</div>
${canWrite && html`<p class="hint">Submitting the draft creates your listing, but the listing will not be public yet. You will then choose how to launch it.</p>`}</section>
${hasPreview && previewOf(shownListing(draft, typed, form.categories), "Preview", picture !== null && screenshot(picture, typed.name))}</div>
${
  canWrite &&
  html`<div class="actions sticky"><button name="do" value="preview" formaction="${path}#preview">Preview</button><button name="do" value="save">Save draft</button><button class="primary" name="do" value="submit">Save and submit</button>
${readiness(gapsOf(draft, correction?.typed))}${correction && html`<span class="hint">Not saved yet</span>`}</div>`
}`;
}

const summaryOf = (title: string, typed: TypedListing, names: FieldName[]): HtmlValue => {
  const values = names.map((name) => typed[name]).filter(({ length }) => length > 0);
  const [first] = values;
  if (names.length > 2) return html`${title} <span>${values.length} of ${names.length}</span>`;
  return html`${title} <span>${first === undefined ? "empty" : Array.isArray(first) ? first.length : "filled in"}</span>`;
};

/**
 * A part that needs attention is unfolded, because not every browser unfolds a part to follow a link to a field in it.
 */
const isOpen = ({ errors, conflicts, hasAllRows }: ListingForm, draft: DraftRecord, names: FieldName[]): boolean =>
  names.some(
    (name) =>
      conflicts?.includes(name) ||
      draft.to_write.some(({ field }) => field === name) ||
      Object.keys(errors).some((key) => key.split(".")[0] === name) ||
      (hasAllRows && ["rows", "links"].includes(fieldOf[name].kind)),
  );

const shownListing = (draft: DraftRecord, typed: TypedListing, categories: Category[]) => ({
  ...typed,
  url: draft.url,
  // The preview shows the current logo, because a new one has not been fetched yet.
  logo_url: typed.logo_url === "" ? null : draft.fields.logo_url,
  categories: typed.categories.map((slug) => ({ name: categories.find((one) => one.slug === slug)?.name ?? slug })),
  socials: Object.fromEntries(typed.socials.map(({ network, address }) => [network, address])),
});
