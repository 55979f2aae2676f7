import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerRedirect } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import type { Form } from "../../frame/form-body.ts";
import { attempt } from "../../frame/submit.ts";
import type { SignedInVisit } from "../../frame/visit.ts";
import { type Correction, correctionOf } from "../../listing-form/correction.ts";
import { linkFaults, listingFormFields, maxFormBytes, type TypedListing } from "../../listing-form/typed.ts";
import { withListing } from "../own-listing.ts";
import { listingPath } from "../status.ts";
import { emptied, savedEdit, triedEdit } from "./outcome.ts";
import { renderEditor, type Shown, textsOf } from "./view.ts";

/** `/account/listings/{id}/edit`: every text of a listing, with what the public will see beside it. */
export const editPage = definePage({
  path: "/account/listings/:id/edit",
  name: "edit-listing",
  audience: "account",
  menu: { in: "own-listing", label: "Edit", place: 2 },
  maxFileBytes: maxFormBytes,
  get: (visit) => withListing(visit, (listing) => renderEditor(visit, listing, {})),
  post: (visit, form) => withListing(visit, (listing) => act(visit, listing, form)),
});

async function act(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const wanted = form.text("do");
  const present = textsOf(listing);
  const correction = correctionOf(form, present);
  const applyTo = form.all("apply_to");
  const { typed, changes, clashes } = correction;
  const back = (more: Shown) => renderEditor(visit, listing, { correction, applyTo, ...more });
  if (wanted === "rows" || clashes.length > 0) return back({ hasAllRows: wanted === "rows" });
  const faults = linkFaults(typed);
  if (Object.keys(faults).length > 0) return back({ errors: faults });
  if (changes.size === 0) return answerRedirect(visit, `${listingPath(listing.id, "/edit")}?done=nothing`);

  const gone = listing.status === "live" && wanted !== "unpublish" ? emptied(correction, present) : [];
  const isDryRun = wanted === "preview" || gone.length > 0;
  const call = visit.call(updateMyListing, editInput(listing, correction, applyTo), { isDryRun });
  const { output, errors, refusal } = await attempt(call, placesOf(typed));
  // Somebody was quicker by the blink of an eye: what they changed is shown like any other.
  if (refusal?.code === "version_conflict") return withListing(visit, (present) => act(visit, present, form));
  if (!output) return back({ errors, refusal });
  if (isDryRun) return back(triedEdit(output, gone));
  if (output.changed.length === 1 && output.changed[0]!.skipped.length === 0)
    return answerRedirect(visit, `${listingPath(listing.id, "/edit")}?done=saved`);
  return renderEditor(visit, output, savedEdit(output));
}

/** The call that saves what the person changed. */
function editInput({ id, version }: OwnerListing, { changes }: Correction, applyTo: string[]) {
  const { socials, faqs, ...fields } = Object.fromEntries(changes);
  return {
    listing_id: id,
    if_version: version,
    fields: Object.keys(fields).length > 0 ? fields : undefined,
    socials,
    faqs,
    apply_to: applyTo.length > 0 ? applyTo : undefined,
  };
}

/** Where in the form each field of the call stands. */
const placesOf = (typed: TypedListing) => ({
  ...listingFormFields(typed, (name) => (name === "socials" || name === "faqs" ? name : `fields.${name}`)),
  fields: { in: "headline", label: "The form" },
  apply_to: { label: "Other sites" },
});
