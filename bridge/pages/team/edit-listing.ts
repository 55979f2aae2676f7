import { ownersWithAccess } from "#db/queries/accounts/access.ts";
import { listingToClaim } from "#db/queries/claims/claimed-listings.ts";
import { categoriesOf } from "#db/queries/content/categories.ts";
import { companyWithListings } from "#db/queries/listings/company-listings.ts";
import { fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
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
import { enterButton, listingFieldset } from "../listing-form/fieldset.ts";
import {
  linkFaults,
  listingFormFields,
  maxFormBytes,
  sentField,
  type TypedListing,
  typedListing,
} from "../listing-form/typed.ts";
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
  isOwned: boolean;
  values: TypedListing;
}

const emptyOf = { line: "", paragraphs: "", choice: null, list: [], rows: [], links: {}, special: null };
const nothing = {
  ...Object.fromEntries(fieldNames.map((name) => [name, emptyOf[fieldOf[name].kind]])),
  categories: [],
} as unknown as Parameters<typeof typedListing>[0];

async function withPresent(visit: SignedInVisit, then: (present: Present) => Promise<Response>): Promise<Response> {
  const { read } = visit.runtime.store;
  const slug = visit.url.searchParams.get("slug");
  if (slug === null) return then({ slug, name: "", url: "", isOwned: false, values: typedListing(nothing) });
  const found = await listingToClaim(read, visit.site.id, slug);
  if (!found) return missingListing(visit);
  const company = await companyWithListings(read, found.companyId);
  const { pictures: _, ...values } = currentValues(company, company.listings.find(({ id }) => id === found.id)!);
  return then({
    ...{ slug, name: found.name, url: found.url },
    isOwned: (await ownersWithAccess(read, found.companyId)).length > 0,
    // The form has no logo, because only owners upload one.
    values: typedListing({ ...values, logo_url: null }),
  });
}

interface State {
  correction?: Correction;
  form?: Form;
  errors?: FieldErrors;
  refusal?: { status: number; detail: string };
}

const shownNames = ({ isOwned }: Present) =>
  fieldNames.filter((name) => (isOwned ? name === "name" : name !== "logo_url"));

async function save(visit: SignedInVisit, present: Present, form: Form): Promise<Response> {
  const { slug, values, isOwned } = present;
  const correction = isOwned ? undefined : correctionOf(form, values);
  const typed = correction?.typed ?? { ...values, name: form.text("name") };
  const faults = linkFaults(typed);
  const hasConflicts = (correction?.conflicts.length ?? 0) > 0;
  if (form.text("do") === "rows" || hasConflicts || Object.keys(faults).length > 0)
    return render(visit, present, { correction, form, errors: faults });
  const url = form.text("url");
  const changes =
    slug === null ? shownNames(present).map((name) => [name, sentField(typed, name)] as const) : correction?.changes;
  const fields = changes ? Object.fromEntries(changes) : typed.name === values.name ? {} : { name: typed.name };
  const call =
    slug === null
      ? visit.call(createListing, { url, fields }, onceKey(form))
      : visit.call(editListing, {
          slug,
          url: url === present.url ? undefined : url,
          fields: Object.keys(fields).length > 0 ? fields : undefined,
          reason: form.text("reason") || undefined,
        });
  const { output, errors, refusal } = await attempt(call, {
    ...listingFormFields(typed, (name) => `fields.${name}`),
    fields: { in: "name", says: "Change at least one field." },
    url: { label: "URL" },
    reason: { label: "Reason" },
  });
  if (!output) return render(visit, present, { correction, form, errors, refusal });
  return answerRedirect(visit, `/team/listings/${output.slug}?done=${slug === null ? "created" : "edited"}`);
}

async function render(visit: SignedInVisit, present: Present, state: State): Promise<Response> {
  const { slug, name, url, isOwned, values } = present;
  const { correction, form, errors = {}, refusal } = state;
  const action = slug === null ? path : `${path}?slug=${encodeURIComponent(slug)}`;
  const fields = {
    ...{ present: values, errors, path: action, hasAllRows: form?.text("do") === "rows" },
    typed: correction?.typed ?? { ...values, name: form?.text("name") ?? values.name },
    conflicts: correction?.conflicts,
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
${slug !== null && conflictSummary(correction, "someone else has changed the listing")}
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
  html`${enterButton("save", "Save")}${onceToken()}${shownHashes(values)}
${textField({ name: "url", label: "URL", type: "url", value: form?.text("url") ?? url, maxlength: 2000, error: errors.url })}
${listingFieldset(fields, shownNames(present))}
${isOwned && textArea({ name: "reason", label: "Reason", rows: 2, maxlength: 2000, value: form?.text("reason") ?? "", error: errors.reason })}
<div class="actions"><button class="primary" name="do" value="save">${slug === null ? "Add listing" : "Save listing"}</button></div>`,
)}`,
  });
}
