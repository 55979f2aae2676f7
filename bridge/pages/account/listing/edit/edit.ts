import { Problem } from "../../../../../tools/core/errors.ts";
import type { OwnerListing } from "../../../../../tools/owner/records.ts";
import updateMyListing from "../../../../../tools/owner/update-my-listing.ts";
import { answerRedirect } from "../../../frame/answers.ts";
import type { Form } from "../../../frame/form-body.ts";
import { type SignedInVisit, signedInPage } from "../../../frame/mount.ts";
import { submit } from "../../../frame/submit.ts";
import { withListing } from "../own-listing.ts";
import { listingPath } from "../standing.ts";
import { conflictOf } from "./conflict.ts";
import { changesOf, editInput, formFields, readEdit, takeTheirs, withSpare } from "./form.ts";
import { emptied, savedEdit, triedEdit } from "./outcome.ts";
import { differing, textsAt, textsOf } from "./texts.ts";
import { renderEditor, type Shown } from "./view.ts";

/** `/account/listings/{id}/edit`: every text of a listing, with what the public will see beside it. */
export const editPage = signedInPage("/account/listings/:id/edit", "edit-listing", {
  get: (visit) => withListing(visit, (listing) => renderEditor(visit, listing, {})),
  post: (visit, form) => withListing(visit, (listing) => act(visit, listing, form)),
});

async function act(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const edit = readEdit(form);
  const wanted = form.text("do");
  const back = (more: Shown) => renderEditor(visit, listing, { ...edit, typed: edit, ...more });
  if (wanted === "rows") return back({ rows: withSpare(edit.rows), errors: {} });
  if (Object.keys(edit.errors).length > 0) return back({});

  const known = await textsAt(visit, listing, edit.version);
  const base = known ?? textsOf(listing);
  takeTheirs(edit, base);
  const { mine, hasLogo } = changesOf(edit, base);
  const theirs = differing(base, textsOf(listing));
  if (edit.version !== listing.version && (known === null || theirs.length > 0))
    return renderEditor(visit, listing, conflictOf(listing, edit, { mine, theirs: known === null ? mine : theirs }));
  if (mine.length === 0 && !hasLogo) return answerRedirect(visit, `${listingPath(listing.id, "/edit")}?done=nothing`);

  // Where only the version has risen, by a change of status, there is nothing that would be overwritten.
  const input = editInput(listing, { ...edit, version: listing.version }, mine);
  const call = (isDryRun: boolean) => submit(visit.call(updateMyListing, input, { isDryRun }), formFields(edit));
  try {
    const isTrial = wanted === "preview";
    const gone = listing.status === "live" && wanted !== "unpublish" ? emptied(edit, base, mine) : [];
    const { output, errors } = await call(isTrial || gone.length > 0);
    if (errors) return back({ errors });
    if (isTrial || gone.length > 0) return back(triedEdit(edit, output, gone));
    if (output.changed.length === 1 && output.changed[0]!.skipped.length === 0)
      return answerRedirect(visit, `${listingPath(listing.id, "/edit")}?done=saved`);
    return renderEditor(visit, output, savedEdit(output));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Somebody was quicker by the blink of an eye: what they changed is shown like any other.
    if (error.code === "version_conflict") return withListing(visit, (present) => act(visit, present, form));
    if (error.code === "state_conflict") return back({ refusal: error.detail, status: error.status });
    throw error;
  }
}
