import { fieldNames, listingFields } from "#tools/listings/shared/fields.ts";
import type { OwnerListing } from "#tools/listings/shared/owner-records.ts";
import { choices, type FieldErrors } from "../../frame/fields.ts";
import { type Html, html } from "../../frame/html.ts";
import { listingFieldset } from "../../listing-form/fieldset.ts";
import type { ListingForm } from "../../listing-form/form-state.ts";

const namesOf = (owner: "company" | "listing") => fieldNames.filter((name) => listingFields[name].of === owner);

/** The fields of the site's own texts, and those that all sites share. */
export function editorFields(listing: OwnerListing, form: ListingForm, applyTo: readonly string[]): Html {
  const { site, sites } = listing;
  const hasOthers = sites.length > 0;
  return html`<fieldset class="group"><legend>On this site</legend>
<p class="hint">What ${site} says of the product.</p>
${listingFieldset(form, namesOf("listing"))}
${hasOthers && otherSites(listing, form.errors, applyTo)}
</fieldset>
<fieldset class="group"><legend>The product itself</legend>
${hasOthers && html`<p class="hint">Shared: what you change here changes on ${[listing, ...sites].map(({ site }) => site).join(", ")}.</p>`}
${listingFieldset(form, namesOf("company"))}
</fieldset>`;
}

const otherSites = ({ sites }: OwnerListing, errors: FieldErrors, applyTo: readonly string[]): Html =>
  choices({
    name: "apply_to",
    type: "checkbox",
    label: "Other sites",
    hint: "They take the headline, summary and texts for search engines that you change now.",
    error: errors.apply_to,
    options: sites.map(({ site }) => ({ value: site, label: `Copy to ${site}` })),
    chosen: applyTo,
  });
