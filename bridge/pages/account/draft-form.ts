import listCategories from "../../../tools/categories/list-categories.ts";
import { maxPerPage } from "../../../tools/core/pagination.ts";
import type { DraftRecord } from "../../../tools/drafts/records.ts";
import type { FieldName } from "../../../tools/listings/fields.ts";
import { pageForm } from "../frame/answers.ts";
import type { FieldErrors } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import type { SignedInVisit } from "../frame/mount.ts";
import { shownMarks } from "./draft-correction.ts";
import { evidenceOf, writerNote } from "./draft-texts.ts";
import { listingFieldset } from "./listing-fieldset.ts";
import { type TypedListing, typedListing } from "./listing-form.ts";

interface FormState {
  typed?: TypedListing;
  errors: FieldErrors;
  /** False where the draft has ended meanwhile, and what was typed is only shown. */
  canWrite: boolean;
}

/** All texts of a draft to be corrected, each with the words of the site beside it. */
export async function draftForm(visit: SignedInVisit, draft: DraftRecord, state: FormState): Promise<Html> {
  const { id, fields, status } = draft;
  const present = typedListing(fields);
  const content = html`${shownMarks(present)}
${listingFieldset({
  typed: state.typed ?? present,
  errors: state.errors,
  categories: await categoriesOf(visit),
  logo: fields.logo_url && new URL(fields.logo_url).pathname,
  beside: (name: FieldName): HtmlValue => evidenceOf(draft, name),
})}
${
  state.canWrite &&
  html`<div class="actions"><button name="do" value="save">Save</button><button class="primary" name="do" value="submit">Save and submit</button></div>
<p class="hint">Submitting makes it a listing of yours. It is not public yet: you choose next how it launches.</p>`
}`;
  return html`<section class="card" aria-labelledby="texts"><h2 id="texts">${status === "failed" ? "Fill it in by hand" : "Texts"}</h2>
<p class="hint">${state.canWrite ? writerNote(draft) : "This can no longer be saved. It is what you typed."}</p>
${pageForm(visit, `/account/drafts/${id}`, content)}</section>`;
}

/** All categories of the site. */
async function categoriesOf(visit: SignedInVisit) {
  const all: Awaited<ReturnType<typeof categoryPage>>["items"] = [];
  for (let page = 1; ; page++) {
    const { items, has_more } = await categoryPage(visit, page);
    all.push(...items);
    if (!has_more) return all;
  }
}

const categoryPage = (visit: SignedInVisit, page: number) => visit.call(listCategories, { page, per_page: maxPerPage });
