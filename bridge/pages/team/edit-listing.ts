import { ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { categoriesOf } from "#db/queries/content/categories.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { type FieldName, fieldNames, isFact } from "#db/schema/listing-fields.ts";
import { emptyFields } from "#tools/listings/shared/fields.ts";
import { currentValues } from "#tools/listings/shared/listing-values.ts";
import createListing from "#tools/listings/team/create-listing.ts";
import editListing from "#tools/listings/team/edit-listing.ts";
import { answerPage, answerRedirect, pageForm } from "../frame/answers.ts";
import { definePage } from "../frame/define-page.ts";
import { type FieldErrors, textArea, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { html } from "../frame/html.ts";
import { attempt, onceKey, onceToken } from "../frame/submit.ts";
import type { SignedInVisit } from "../frame/visit.ts";
import { conflictSummary } from "../listing-form/conflict.ts";
import { type Correction, correctionOf, shownHashes } from "../listing-form/correction.ts";
import { enterButton, factFieldset, listingFieldset } from "../listing-form/fieldset.ts";
import { linkFaults, listingFormFields, maxFormBytes, type TypedListing, typedListing } from "../listing-form/typed.ts";
import { missingListing } from "./listing.ts";

const path = "/team/edit-listing";

/** Edits the listing in the query, or creates one. */
export const teamEditListingPage = definePage({
  path,
  name: "team_edit_listing",
  audience: "team",
  scopes: ["team:content"],
  maxFileBytes: maxFormBytes,
  get: (visit) => withPresent(visit, (present) => render(visit, present, {})),
  post: (visit, form) => withPresent(visit, (present) => save(visit, present, form)),
});

interface Present {
  /** Null for a new listing. */
  slug: string | null;
  name: string;
  url: string;
  version?: number;
  isOwned: boolean;
  values: TypedListing;
  /** The fields in the form. Only owners upload a logo. */
  names: readonly FieldName[];
}

const names = fieldNames.filter((name) => name !== "logo_url");

async function withPresent(visit: SignedInVisit, then: (present: Present) => Promise<Response>): Promise<Response> {
  const { read } = visit.runtime.store;
  const slug = visit.url.searchParams.get("slug");
  const empty = typedListing({ ...emptyFields, logo_url: null });
  if (slug === null) return then({ slug, name: "", url: "", isOwned: false, values: empty, names });
  const found = await listingToClaim(read, visit.site.id, slug);
  if (!found) return missingListing(visit);
  const company = await companyWithListings(read, found.companyId);
  const listing = company.listings.find(({ id }) => id === found.id)!;
  const isOwned = (await ownersWithAccess(read, found.companyId)).length > 0;
  return then({
    ...{ slug, name: found.name, url: found.url, version: listing.version, isOwned },
    values: typedListing({ ...currentValues(company, listing), logo_url: null }),
    names: isOwned ? ["name"] : names,
  });
}

interface State {
  correction?: Correction;
  form?: Form;
  errors?: FieldErrors;
  refusal?: { status: number; detail: string };
}

async function save(visit: SignedInVisit, present: Present, form: Form): Promise<Response> {
  const { slug, version } = present;
  const correction = correctionOf(form, present.values, present.names);
  const { typed, changes, conflicts } = correction;
  const faults = linkFaults(typed);
  if (form.text("do") === "rows" || conflicts.length > 0 || Object.keys(faults).length > 0)
    return render(visit, present, { correction, form, errors: faults });
  const [url, reason] = [form.text("url"), form.text("reason") || undefined];
  const fields = changes.size > 0 ? Object.fromEntries(changes) : undefined;
  const edit = { slug: slug!, url: url === present.url ? undefined : url, fields, reason, if_version: version };
  const call =
    slug === null
      ? visit.call(createListing, { url, fields: Object.fromEntries(changes) as never }, onceKey(form))
      : visit.call(editListing, edit);
  const { output, errors, refusal } = await attempt(call, {
    ...listingFormFields(typed, (name) => `fields.${name}`),
    fields: { in: "name", says: "Change at least one field." },
    url: { label: "URL" },
    reason: { label: "Reason" },
  });
  // Someone saved the listing between the check above and the call, so their changes are compared in the same way.
  if (refusal?.code === "version_conflict") return withPresent(visit, (latest) => save(visit, latest, form));
  if (!output) return render(visit, present, { correction, form, errors, refusal });
  return answerRedirect(visit, `/team/listings/${output.slug}?done=${slug === null ? "created" : "edited"}`);
}

async function render(visit: SignedInVisit, present: Present, state: State): Promise<Response> {
  const { slug, name, url, isOwned, values, names } = present;
  const { correction, form, errors = {}, refusal } = state;
  const action = slug === null ? path : `${path}?slug=${encodeURIComponent(slug)}`;
  const fields = {
    ...{ present: values, errors, path: action, hasAllRows: form?.text("do") === "rows" },
    ...{ typed: correction?.typed ?? values, conflicts: correction?.conflicts },
    categories: await categoriesOf(visit.runtime.store.read, visit.site.id),
  };
  return answerPage(visit, {
    title: slug === null ? "Add a listing" : `Edit ${name}`,
    layout: "team",
    status: correction && correction.conflicts.length > 0 ? 409 : undefined,
    refusal,
    errors,
    body: html`<p>${slug === null ? html`<a href="/team/listings">All listings</a>` : html`<a href="/team/listings/${slug}"><bdi>${name}</bdi></a>`}</p>
<h1>${slug === null ? "Add a listing" : "Edit listing"}</h1>
${conflictSummary(correction, "someone else has changed the listing")}
<p class="lead">${
      slug === null
        ? "The listing goes live immediately and has no owner."
        : isOwned
          ? "This listing has an owner, who edits its texts. You can change its name and its URL. The owners get your reason by email."
          : "The page's URL on this site, its votes and its followers stay the same."
    }</p>
${pageForm(
  visit,
  action,
  html`${enterButton("save", "Save")}${onceToken()}${shownHashes(values, names)}
${textField({ name: "url", label: "URL", type: "url", value: form?.text("url") ?? url, maxlength: 2000, error: errors.url })}
${listingFieldset(
  fields,
  names.filter((name) => !isFact(name)),
)}
${names.some(isFact) && factFieldset(fields)}
${isOwned && textArea({ name: "reason", label: "Reason", rows: 2, maxlength: 2000, value: form?.text("reason") ?? "", error: errors.reason })}
<div class="actions"><button class="primary" name="do" value="save">${slug === null ? "Add listing" : "Save listing"}</button></div>`,
)}`,
  });
}
