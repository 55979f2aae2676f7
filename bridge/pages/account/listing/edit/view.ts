import { categoriesOf } from "../../../../../db/queries/categories.ts";
import { ownListing } from "../../../../../db/queries/owner-listings.ts";
import type { OwnerListing } from "../../../../../tools/owner/records.ts";
import { answerPage, pageForm } from "../../../frame/answers.ts";
import { errorSummary, hiddenField, refusalNote } from "../../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../../frame/html.ts";
import type { SignedInVisit } from "../../../frame/mount.ts";
import { noticeOf } from "../../../frame/visit.ts";
import { listingHead } from "../own-listing.ts";
import { listingPath } from "../standing.ts";
import { companyFields, type EditView, siteFields } from "./fields-view.ts";
import { rowsOf } from "./form.ts";
import { previewOf } from "./preview.ts";
import { textsOf } from "./texts.ts";

const notices: Record<string, string> = {
  saved: "Your changes are saved and public wherever the listing is.",
  nothing: "Nothing was changed, so nothing was saved.",
};

/** What the editor shows besides the form: why it came back, or what came of it. */
export interface Shown extends Partial<Omit<EditView, "listing" | "categories">> {
  version?: number;
  status?: number;
  refusal?: string;
  above?: HtmlValue;
  /** What the public will see, of an edit that was tried. */
  tried?: OwnerListing;
  /** The button that saves, where it is another. */
  saveAs?: Html;
}

/** The form with what the public sees beside it. */
export async function renderEditor(visit: SignedInVisit, listing: OwnerListing, shown: Shown): Promise<Response> {
  const { read } = visit.runtime.store;
  const { id, name, version } = listing;
  const own = await ownListing(read, { accountId: visit.account.id, isTest: false }, id);
  const texts = shown.texts ?? textsOf(listing);
  const errors = shown.errors ?? {};
  const view: EditView = {
    listing,
    categories: await categoriesOf(read, own!.siteId),
    texts,
    rows: shown.rows ?? rowsOf(texts),
    errors,
    typed: shown.typed,
    theirs: shown.theirs,
  };
  // The first button of a form is what Enter in a field presses: it is one that saves nothing.
  const enter = html`<button class="hidden" name="do" value="preview" tabindex="-1" aria-hidden="true">Preview</button>`;
  return answerPage(visit, {
    title: `Edit ${name}`,
    layout: "signed-in",
    notice: noticeOf(visit, notices),
    status: shown.status,
    errors,
    body: html`${shown.refusal && refusalNote(shown.refusal)}
${errorSummary(errors)}
${shown.above}
${listingHead(visit, listing, "Edit")}
${listing.warnings.map(({ message }) => html`<p class="aside">${message}</p>`)}
<div class="editor"><div>
${pageForm(
  visit,
  listingPath(id, "/edit"),
  html`${hiddenField("if_version", String(shown.theirs ? version : (shown.version ?? version)))}
${enter}
${siteFields(view)}
${companyFields(view)}
<div class="actions sticky"><button name="do" value="preview">Preview</button>${shown.saveAs ?? html`<button class="primary" name="do" value="save">Save</button>`}</div>`,
)}
</div>
${previewOf(shown.tried ?? listing, shown.tried !== undefined)}</div>`,
  });
}
