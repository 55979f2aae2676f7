import { factNames } from "#db/schema/listing-fields.ts";
import updateMyListing from "#tools/listings/owner/update-my-listing.ts";
import uploadLogo, { logoFileLimits } from "#tools/listings/owner/upload-logo.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { answerRedirect } from "../../frame/answers.ts";
import { definePage } from "../../frame/define-page.ts";
import { withFileAgain } from "../../frame/fields.ts";
import { type Form, imageFormBytes } from "../../frame/form-body.ts";
import { attempt } from "../../frame/submit.ts";
import type { SignedInVisit } from "../../frame/visit.ts";
import { type Correction, correctionOf } from "../../listing-form/correction.ts";
import { linkFaults, listingFormFields, maxFormBytes, sentField, type TypedListing } from "../../listing-form/typed.ts";
import { withListing } from "../own-listing.ts";
import { siteNames } from "../site-names.ts";
import { listingPath } from "../status.ts";
import { emptiedFields, isPlain, previewedEdit, savedEdit } from "./outcome.ts";
import { type EditorState, renderEditor, textsOf } from "./view.ts";

export const editPage = definePage({
  path: "/account/listings/:id/edit",
  name: "edit-listing",
  audience: "account",
  menu: { in: "own-listing", label: "Edit", place: 2 },
  maxFileBytes: maxFormBytes + imageFormBytes(logoFileLimits),
  get: (visit) => withListing(visit, (listing) => renderEditor(visit, listing, {})),
  post: (visit, form) => withListing(visit, (listing) => save(visit, listing, form)),
});

async function save(visit: SignedInVisit, listing: OwnerListing, form: Form): Promise<Response> {
  const action = form.text("do");
  const present = textsOf(listing);
  const correction = correctionOf(form, present);
  const applyTo = form.all("apply_to");
  const { typed, changes, conflicts } = correction;
  // Stating a fact again confirms it.
  for (const name of factNames) if (form.all("confirm").includes(name)) changes.set(name, sentField(typed, name));
  const chosen = await form.file("logo_file");
  const showAgain = (state: EditorState) => {
    const errors = state.errors && withFileAgain(state.errors, "logo_file", chosen, "logo");
    return renderEditor(visit, listing, { correction, applyTo, ...state, errors });
  };
  if (action === "rows" || conflicts.length > 0) return showAgain({ hasAllRows: action === "rows" });
  const faults = linkFaults(typed);
  if (Object.keys(faults).length > 0) return showAgain({ errors: faults });
  // A preview cannot keep a file, so only saving uploads it. A dry run checks it first, so that nothing is half saved.
  const file = action === "preview" ? null : chosen;
  const tried = file && (await uploadedLogo(visit, listing.id, file, true));
  if (tried && !tried.output) return showAgain(tried);
  const saved = async (respond: () => Response | Promise<Response>) => {
    const logo = file && (await uploadedLogo(visit, listing.id, file, false));
    return logo && !logo.output ? withListing(visit, (latest) => renderEditor(visit, latest, logo)) : respond();
  };
  const redirect = (done: string) => answerRedirect(visit, `${listingPath(listing.id, "/edit")}?done=${done}`);
  if (changes.size === 0) return file ? saved(() => redirect("saved")) : redirect("nothing");

  const emptied = listing.status === "live" && action !== "unpublish" ? emptiedFields(correction, present) : [];
  const isDryRun = action === "preview" || emptied.length > 0;
  const call = visit.call(updateMyListing, editInput(listing, correction, applyTo), { isDryRun });
  const { output, errors, refusal } = await attempt(call, formFields(typed));
  // Someone saved the listing between the check above and the call, so their changes are compared in the same way.
  if (refusal?.code === "version_conflict") return withListing(visit, (latest) => save(visit, latest, form));
  if (!output) return showAgain({ errors, refusal });
  if (isDryRun) return showAgain(previewedEdit(output, emptied, await siteNames(visit)));
  const names = await siteNames(visit);
  return saved(() => (isPlain(output) ? redirect("saved") : renderEditor(visit, output, savedEdit(output, names))));
}

const uploadedLogo = (visit: SignedInVisit, listing_id: number, file: Uint8Array, isDryRun: boolean) =>
  attempt(visit.call(uploadLogo, { listing_id, logo: Buffer.from(file).toString("base64") }, { isDryRun }), {
    logo: { in: "logo_file", label: "Logo" },
  });

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

const formFields = (typed: TypedListing) => ({
  ...listingFormFields(typed, (name) => (name === "socials" || name === "faqs" ? name : `fields.${name}`)),
  fields: { in: "headline", label: "The form" },
  apply_to: { label: "Other sites" },
});
