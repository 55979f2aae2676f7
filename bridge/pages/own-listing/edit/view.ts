import { categoriesOf } from "#db/queries/content/categories.ts";
import { ownListing } from "#db/queries/listings/owner-listings.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, pageForm } from "../../frame/answers.ts";
import type { FieldErrors } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { noticeOf, type SignedInVisit } from "../../frame/visit.ts";
import { conflictSummary } from "../../listing-form/conflict.ts";
import { type Correction, shownMarks } from "../../listing-form/correction.ts";
import { enterButton } from "../../listing-form/fieldset.ts";
import { type TypedListing, typedListing } from "../../listing-form/typed.ts";
import { listingHead, warningNotes } from "../own-listing.ts";
import { listingPath } from "../status.ts";
import { editorFields } from "./fields-view.ts";
import { previewOf } from "./preview.ts";

const notices: Record<string, string> = {
  saved: "Your changes are saved and public wherever the listing is.",
  nothing: "Nothing was changed, so nothing was saved.",
};

/** What the editor shows besides the listing: why the form came back, or what came of it. */
export interface Shown {
  correction?: Correction;
  hasAllRows?: boolean;
  applyTo?: string[];
  errors?: FieldErrors;
  refusal?: Problem;
  above?: HtmlValue;
  /** What the public will see, of an edit that was tried. */
  tried?: OwnerListing;
  /** The button that saves, where it is another. */
  saveAs?: Html;
}

/** What a listing says now, as its form shows it. */
export const textsOf = (listing: OwnerListing): TypedListing =>
  typedListing({ ...listing, categories: listing.categories.map(({ slug }) => slug) });

/** The form with what the public sees beside it. */
export async function renderEditor(visit: SignedInVisit, listing: OwnerListing, shown: Shown): Promise<Response> {
  const { read } = visit.runtime.store;
  const { id, name, versions } = listing;
  const { correction, hasAllRows, applyTo = [], errors = {}, refusal } = shown;
  const own = await ownListing(read, { accountId: visit.account.id, isTest: false }, id);
  const present = textsOf(listing);
  const path = listingPath(id, "/edit");
  const form = {
    ...{ present, errors, path, hasAllRows },
    typed: correction?.typed ?? present,
    clashes: correction?.clashes,
    categories: await categoriesOf(read, own!.siteId),
  };
  const hasClashes = correction !== undefined && correction.clashes.length > 0;
  return answerPage(visit, {
    title: `Edit ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    status: hasClashes ? 409 : undefined,
    refusal,
    errors,
    body: html`${conflictSummary(correction, `the listing was changed${versions[0] ? `, last by ${versions[0].by}` : ""}`)}
${shown.above}
${listingHead(visit, listing, "Edit")}
${warningNotes(listing)}
<div class="editor"><div>
${pageForm(
  visit,
  path,
  html`${enterButton("preview", "Preview")}
${shownMarks(present)}
${editorFields(listing, form, applyTo)}
<div class="actions sticky"><button name="do" value="preview">Preview</button>${shown.saveAs ?? html`<button class="primary" name="do" value="save">Save</button>`}</div>`,
)}
</div>
${previewOf(shown.tried ?? listing, shown.tried !== undefined)}</div>`,
  });
}
