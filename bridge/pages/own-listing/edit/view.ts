import { categoriesOf } from "#db/queries/content/categories.ts";
import { ownListing } from "#db/queries/listings/owner-listings.ts";
import type { Problem } from "#tools/core/errors/errors.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerPage, pageForm } from "../../frame/answers.ts";
import type { FieldErrors } from "../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../frame/html.ts";
import { noticeOf, type SignedInVisit } from "../../frame/visit.ts";
import { conflictSummary } from "../../listing-form/conflict.ts";
import { type Correction, shownHashes } from "../../listing-form/correction.ts";
import { enterButton } from "../../listing-form/fieldset.ts";
import { previewOf } from "../../listing-form/preview.ts";
import { type TypedListing, typedListing } from "../../listing-form/typed.ts";
import { listingHead, warningNotes } from "../own-listing.ts";
import { siteNames } from "../site-names.ts";
import { listingPath } from "../status.ts";
import { editorFields } from "./fields-view.ts";

const notices = ({ status }: OwnerListing): Record<string, string> => ({
  saved: `Changes saved. ${status === "live" ? "They are public now." : "The listing is not public."}`,
  nothing: "You made no changes, so nothing was saved.",
});

export interface EditorState {
  correction?: Correction;
  hasAllRows?: boolean;
  applyTo?: string[];
  errors?: FieldErrors;
  refusal?: Problem;
  above?: HtmlValue;
  preview?: OwnerListing;
  saveButton?: Html;
}

export const textsOf = (listing: OwnerListing): TypedListing =>
  typedListing({ ...listing, categories: listing.categories.map(({ slug }) => slug) });

export async function renderEditor(visit: SignedInVisit, listing: OwnerListing, state: EditorState): Promise<Response> {
  const { read } = visit.runtime.store;
  const { id, name, versions } = listing;
  const { correction, hasAllRows, applyTo = [], errors = {}, refusal, preview } = state;
  const own = await ownListing(read, { accountId: visit.account.id, isTest: false }, id);
  const present = textsOf(listing);
  const path = listingPath(id, "/edit");
  const form = {
    ...{ present, errors, path, hasAllRows, takesLogoFile: true },
    typed: correction?.typed ?? present,
    conflicts: correction?.conflicts,
    categories: await categoriesOf(read, own!.siteId),
  };
  const hasConflicts = correction !== undefined && correction.conflicts.length > 0;
  return answerPage(visit, {
    title: `Edit ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices(listing)),
    status: hasConflicts ? 409 : undefined,
    refusal,
    errors,
    body: html`${conflictSummary(correction, `the listing has been changed${versions[0] ? `, most recently by ${versions[0].by}` : ""}`)}
${state.above}
${listingHead(visit, listing, "Edit")}
${warningNotes(listing)}
<div class="editor"><div>
${pageForm(
  visit,
  path,
  html`${enterButton("preview", "Preview")}
${shownHashes(present)}
${editorFields(listing, form, applyTo, await siteNames(visit))}
<div class="actions sticky"><button name="do" value="preview">Preview</button>${state.saveButton ?? html`<button class="primary" name="do" value="save">Save</button>`}</div>`,
  { multipart: true },
)}
</div>
${previewOf(preview ?? listing, preview ? "Preview of your changes" : "Current version")}</div>`,
  });
}
