import { lookup } from "../../../../../db/lookup.ts";
import type { CategoryRow } from "../../../../../db/queries/categories.ts";
import { type DraftField, type DraftFields, listingFields } from "../../../../../tools/listings/fields.ts";
import type { OwnerListing } from "../../../../../tools/owner/records.ts";
import { choices, type FieldErrors, textArea, textField } from "../../../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../../../frame/html.ts";
import type { EditForm, EditRows } from "./form.ts";
import { pricingOptions, pricingWords } from "./preview.ts";

/** What the form of the editor is made from. */
export interface EditView {
  listing: OwnerListing;
  categories: CategoryRow[];
  texts: DraftFields;
  rows: EditRows;
  errors: FieldErrors;
  typed?: Pick<EditForm, "logo" | "isLogoRemoved" | "applyTo">;
  /** What was changed meanwhile, as it is now, of the fields that the person has changed too. */
  theirs?: { fields: DraftField[]; present: DraftFields };
}

type TextField = "name" | "headline" | "summary" | "description" | "seo_title" | "seo_description";

// Twice the bound, so that a text a little too long comes back with its fault instead of being cut off.
const typedAtMost = (max: number) => 2 * max;
/** Longer texts get a box of several lines. */
const oneLine = 160;

/** The fields of the site's own texts. */
export const siteFields = (view: EditView): Html => html`<fieldset class="group"><legend>On this site</legend>
<p class="hint">What ${view.listing.site} says of the product.</p>
${text(view, "headline")}
${text(view, "summary")}
${categoryBoxes(view)}
${faqRows(view)}
${text(view, "seo_title")}
${text(view, "seo_description")}
${view.listing.sites.length > 0 && otherSites(view)}
</fieldset>`;

/** The fields that all sites share. */
export const companyFields = (view: EditView): Html => html`<fieldset class="group"><legend>The product itself</legend>
${view.listing.sites.length > 0 && html`<p class="hint">Shared: what you change here changes on ${[view.listing, ...view.listing.sites].map(({ site }) => site).join(", ")}.</p>`}
${text(view, "name")}
${text(view, "description", 10)}
${pricing(view)}
${platformBoxes(view)}
${socialRows(view)}
${logo(view)}
</fieldset>`;

function text(view: EditView, name: TextField, rows = 4): Html {
  const { label, max, min, input } = listingFields[name];
  const field = {
    name,
    label,
    value: view.texts[name],
    maxlength: typedAtMost(max),
    hint: `${input.meta()?.description}${min > 0 ? `, at least ${min}` : ""}.`,
    error: lookup(view.errors, name),
  };
  return html`${max > oneLine ? textArea({ ...field, rows }) : textField(field)}
${choiceOf(view, name)}`;
}

/** A field that both have changed: the person's text stands in the form, and beside it the other to choose. */
function choiceOf({ theirs }: EditView, name: DraftField): HtmlValue {
  if (!theirs?.fields.includes(name)) return null;
  const { label } = listingFields[name];
  return html`<div class="aside conflict" role="group" aria-label="${label}: changed meanwhile">
<p><strong>Changed meanwhile.</strong> Now it says:</p>
<blockquote>${shown(theirs.present, name)}</blockquote>
<div class="choice"><input id="taken-${name}" type="checkbox" name="taken" value="${name}"><label for="taken-${name}">Keep this, and drop what I wrote</label></div>
</div>`;
}

/** A field's value in words. */
export function shown(texts: DraftFields, name: DraftField): HtmlValue {
  const { pricing, socials, faqs } = texts;
  const said: Partial<Record<DraftField, HtmlValue>> = {
    pricing: pricing && pricingWords[pricing],
    socials: Object.entries(socials).map(([network, address]) => html`<p>${network}: ${address}</p>`),
    faqs: faqs.map(({ question, answer }) => html`<p>${question}<br>${answer}</p>`),
  };
  const value = Object.hasOwn(said, name) ? said[name] : [texts[name]].flat().join(", ");
  const isNothing = Array.isArray(value) ? value.length === 0 : !value;
  return isNothing ? html`<span class="empty">Nothing</span>` : value;
}

function categoryBoxes(view: EditView): Html {
  const { categories, texts, errors } = view;
  return html`<div class="boxes">${choices({
    name: "categories",
    type: "checkbox",
    label: "Categories",
    hint: `${listingFields.categories.min} to ${listingFields.categories.max}, those that were there first stay first.`,
    error: errors.categories,
    options: categories.map(({ slug, name }) => ({ value: slug, label: name })),
    chosen: texts.categories,
  })}</div>
${choiceOf(view, "categories")}`;
}

const pricing = (view: EditView): Html => html`${choices({
  name: "pricing",
  type: "radio",
  label: listingFields.pricing.label,
  error: view.errors.pricing,
  options: pricingOptions,
  chosen: [view.texts.pricing ?? ""],
})}
${choiceOf(view, "pricing")}`;

const usualPlatforms = ["Web", "iOS", "Android", "macOS", "Windows", "Linux", "CLI", "API", "Docker", "Self-hosted"];

function platformBoxes(view: EditView): Html {
  const { texts, errors } = view;
  const others = texts.platforms.filter((name) => !usualPlatforms.includes(name));
  return html`<div class="boxes">${choices({
    name: "platforms",
    type: "checkbox",
    label: listingFields.platforms.label,
    hint: `What it runs on, up to ${listingFields.platforms.max}.`,
    error: errors.platforms,
    options: usualPlatforms.map((value) => ({ value, label: value })),
    chosen: texts.platforms,
  })}</div>
${textField({ name: "platforms_other", label: "Other platforms", value: others.join(", "), hint: "Separated by commas.", maxlength: 1000 })}
${choiceOf(view, "platforms")}`;
}

const socialRows = (
  view: EditView,
): Html => html`<fieldset class="field pairs" id="field-socials" tabindex="-1"><legend>${listingFields.socials.label}</legend>
<p class="hint">A short name such as github, x or website, and the address. Empty rows are left out.</p>
${listError(view.errors.socials)}
${view.rows.socials.map(
  (
    { name, url },
    i,
  ) => html`<div class="entry">${textField({ name: `social.${i}.name`, label: `Name of link ${i + 1}`, value: name, maxlength: 80, error: lookup(view.errors, `social.${i}.name`) })}
${textField({ name: `social.${i}.url`, label: `Address of link ${i + 1}`, value: url, type: "url", maxlength: 2000, error: lookup(view.errors, `social.${i}.url`) })}</div>`,
)}
</fieldset>
${choiceOf(view, "socials")}`;

const faqRows = (
  view: EditView,
): Html => html`<fieldset class="field pairs" id="field-faqs" tabindex="-1"><legend>${listingFields.faqs.label}</legend>
<p class="hint">Up to ${listingFields.faqs.max}. Empty rows are left out.</p>
${listError(view.errors.faqs)}
${view.rows.faqs.map(
  (
    { question, answer },
    i,
  ) => html`<div class="entry tall">${textField({ name: `faq.${i}.question`, label: `Question ${i + 1}`, value: question, maxlength: 400, error: lookup(view.errors, `faq.${i}.question`) })}
${textArea({ name: `faq.${i}.answer`, label: `Answer ${i + 1}`, value: answer, rows: 2, maxlength: 2000, error: lookup(view.errors, `faq.${i}.answer`) })}</div>`,
)}
<div class="actions"><button name="do" value="rows">More rows</button></div>
</fieldset>
${choiceOf(view, "faqs")}`;

const listError = (error: string | undefined): HtmlValue =>
  error && html`<p class="error"><span class="hidden">Error: </span>${error}</p>`;

function logo({ listing, errors, typed }: EditView): Html {
  const { logo_url } = listing;
  return html`${logo_url && html`<p><img class="logo" src="${new URL(logo_url).pathname}" alt="The present logo" width="96" height="96"></p>`}
${textField({
  name: "logo",
  label: logo_url ? "Address of another logo" : "Address of the logo",
  type: "url",
  value: typed?.logo ?? "",
  hint: "An image on the web, square if possible. We fetch and keep it.",
  error: errors.logo,
  maxlength: listingFields.logo_url.max,
})}
${
  logo_url &&
  html`<div class="choice"><input id="logo-removed" type="checkbox" name="logo_removed" value="yes"${typed?.isLogoRemoved && html` checked`}><label for="logo-removed">Remove the logo</label></div>`
}`;
}

const otherSites = ({ listing, errors, typed }: EditView): Html =>
  choices({
    name: "apply_to",
    type: "checkbox",
    label: "Other sites",
    hint: "They take the headline, summary and texts for search engines that you change now.",
    error: errors.apply_to,
    options: listing.sites.map(({ site }) => ({ value: site, label: `Copy to ${site}` })),
    chosen: typed?.applyTo ?? [],
  });
