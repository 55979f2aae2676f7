import { factNames, fieldNames, fieldOf, isFact, type ListingField } from "#db/schema/listing-fields.ts";
import { sourcesOf } from "#tools/listings/shared/fact-text.ts";
import { copiedFields } from "#tools/listings/shared/listing-values.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { choices, type FieldErrors } from "../../frame/fields.ts";
import { type Html, html } from "../../frame/html.ts";
import { factFieldset, listingFieldset } from "../../listing-form/fieldset.ts";
import type { ListingForm } from "../../listing-form/form-state.ts";

const namesOf = (table: ListingField["in"]) => fieldNames.filter((name) => fieldOf[name].in === table && !isFact(name));

export function editorFields(
  listing: OwnerListing,
  form: ListingForm,
  applyTo: readonly string[],
  siteName: (key: string) => string,
): Html {
  const { site, sites } = listing;
  const hasOthers = sites.length > 0;
  return html`<fieldset class="group"><legend>On this site</legend>
<p class="hint">This text appears only on ${siteName(site)}.</p>
${listingFieldset(form, namesOf("listings"))}
${hasOthers && otherSites(listing, form.errors, applyTo, siteName)}
</fieldset>
<fieldset class="group"><legend>Product</legend>
${hasOthers && html`<p class="hint">Changes here appear on all sites: ${[listing, ...sites].map(({ site }) => siteName(site)).join(", ")}.</p>`}
${listingFieldset(form, namesOf("companies"))}
</fieldset>
${factFieldset(form)}
${unconfirmedFacts(listing)}`;
}

/** Boxes for facts whose quotes are gone from the website, so that the owner can confirm them without a change. */
function unconfirmedFacts(listing: OwnerListing): Html | false {
  const names = factNames.filter((name) => sourcesOf(listing, name).some(({ confirmed }) => !confirmed));
  if (names.length === 0) return false;
  const hint =
    "We no longer find these facts on your website. Edit them above, or tick those that still apply and save.";
  const options = names.map((name) => ({ value: name, label: `${fieldOf[name].label}: still correct` }));
  return choices({ name: "confirm", type: "checkbox", label: "Unconfirmed facts", hint, options, chosen: [] });
}

const otherSites = (
  { sites }: OwnerListing,
  errors: FieldErrors,
  applyTo: readonly string[],
  siteName: (key: string) => string,
): Html =>
  choices({
    name: "apply_to",
    type: "checkbox",
    label: "Other sites",
    hint: `Your changes to the ${copiedFields} will also be copied to the sites that you choose.`,
    error: errors.apply_to,
    options: sites.map(({ site }) => ({ value: site, label: `Copy to ${siteName(site)}` })),
    chosen: applyTo,
  });
