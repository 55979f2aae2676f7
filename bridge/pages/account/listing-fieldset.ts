import { type PricingModel, pricingModels } from "../../../db/schema/vocabulary.ts";
import { platformNames } from "../../../tools/drafts/platform-names.ts";
import { entryLimits, type FieldName, listingFields } from "../../../tools/listings/fields.ts";
import { choices, type FieldErrors, textArea, textField } from "../frame/fields.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { noLogo, type TypedListing } from "./listing-form.ts";

interface ListingForm {
  typed: TypedListing;
  errors: FieldErrors;
  /** All of the site. */
  categories: { slug: string; name: string; parent: string | null }[];
  /** Path of the present logo. */
  logo: string | null;
  /** What stands after a field, such as the words of the site it rests on. */
  beside?(name: FieldName): HtmlValue;
}

/** Every field of a listing, in the order they are shown. */
export const listingFieldset = (form: ListingForm): Html =>
  html`${(Object.keys(listingFields) as FieldName[]).map((name) => {
    const beside = form.beside?.(name);
    const control = controlOf(name, form);
    return beside ? html`<div class="beside">${control}<div>${beside}</div></div>` : control;
  })}`;

function controlOf(name: FieldName, { typed, errors, categories, logo }: ListingForm): Html {
  const { label, max } = listingFields[name];
  const common = { name, label, error: errors[name] };
  switch (name) {
    case "categories":
      return html`<div class="many">${choices({
        ...common,
        type: "checkbox",
        hint: `Up to ${max}.`,
        options: categoryOptions(typed.categories, categories),
        chosen: typed.categories,
      })}</div>`;
    case "pricing":
      return html`<div class="many">${choices({ ...common, type: "radio", options: pricingOptions, chosen: [typed.pricing] })}</div>`;
    case "platforms":
      return platformFields(typed.platforms, common);
    case "socials":
      return rows(
        typed.socials,
        {
          ...common,
          max,
          hint: "Profiles elsewhere: a short name such as github or mastodon, and the address.",
          layout: "inline",
        },
        (row, i) => [
          textField({
            name: `socials.${i}.network`,
            label: `Name of link ${i + 1}`,
            value: row?.network,
            error: errors[`socials.${i}.network`],
            maxlength: 80,
          }),
          textField({
            name: `socials.${i}.address`,
            label: `Address of link ${i + 1}`,
            type: "url",
            value: row?.address,
            error: errors[`socials.${i}.address`],
          }),
        ],
      );
    case "faqs":
      return rows(typed.faqs, { ...common, max, hint: "What people ask before they buy." }, (row, i) => [
        textField({
          name: `faqs.${i}.question`,
          label: `Question ${i + 1}`,
          value: row?.question,
          error: errors[`faqs.${i}.question`],
          maxlength: 2 * entryLimits.question,
        }),
        textArea({
          name: `faqs.${i}.answer`,
          label: `Answer ${i + 1}`,
          value: row?.answer ?? "",
          rows: 2,
          error: errors[`faqs.${i}.answer`],
          maxlength: 2 * entryLimits.answer,
        }),
      ]);
    case "logo_url":
      return logoFields(typed.logo_url, logo, common);
    default: {
      // What is too long is refused in words: a control that stops taking characters would lose the end of what is pasted.
      const field = { ...common, value: typed[name], hint: hintOf(name), maxlength: 2 * max };
      return max > 160 ? textArea({ ...field, rows: max > 500 ? 10 : 4 }) : textField(field);
    }
  }
}

function hintOf(name: FieldName): string {
  const { input, label, min } = listingFields[name];
  // Where the description only names the field, the label says so already.
  const text = (input.description ?? "").replace(`${label}, u`, "U");
  return `${text}${min > 1 ? `, at least ${min}` : ""}.`;
}

const pricingWords: Record<PricingModel, string> = {
  free: "Free",
  freemium: "Free, with paid extras",
  paid: "Paid",
  "open-source": "Open source",
  contact: "On request",
};
const pricingOptions = [
  ...pricingModels.map((value) => ({ value: value as string, label: pricingWords[value] })),
  { value: "", label: "Not known" },
];

/** The chosen ones first, then each category above those below it. */
function categoryOptions(chosen: string[], all: ListingForm["categories"]) {
  const above = (category: ListingForm["categories"][number]) => all.find(({ slug }) => slug === category.parent);
  const option = (category: ListingForm["categories"][number]) => {
    const parent = above(category);
    return { value: category.slug, label: parent ? `${parent.name}: ${category.name}` : category.name };
  };
  // The site may no longer have what was chosen once.
  const first = chosen.map((slug) => {
    const known = all.find((one) => one.slug === slug);
    return known ? option(known) : { value: slug, label: slug };
  });
  const rest = all.filter(({ slug }) => !chosen.includes(slug)).map(option);
  return [...first, ...rest.sort((a, b) => a.label.localeCompare(b.label, "en"))];
}

function platformFields(chosen: string[], common: { name: string; label: string; error?: string }): Html {
  const known = new Set<string>(platformNames);
  return html`<div class="many">${choices({
    ...common,
    type: "checkbox",
    hint: `What it runs on, up to ${listingFields.platforms.max}.`,
    options: platformNames.map((value) => ({ value, label: value })),
    chosen,
  })}</div>
${textField({
  name: "platforms.other",
  label: "Other platforms",
  hint: "Separated by commas.",
  value: chosen.filter((name) => !known.has(name)).join(", "),
})}`;
}

/** The entries that are there and two empty ones; one that is emptied goes. */
function rows<Row>(
  filled: Row[],
  {
    name,
    label,
    hint,
    error,
    max,
    layout,
  }: { name: string; label: string; hint: string; error?: string; max: number; layout?: "inline" },
  row: (entry: Row | undefined, i: number) => Html[],
): Html {
  const count = Math.min(max, filled.length + 2);
  return html`<fieldset class="group field${error && " faulty"}" id="field-${name}" tabindex="-1" aria-describedby="field-${name}-hint${error && ` field-${name}-error`}">
<legend>${label}</legend>
<p class="hint" id="field-${name}-hint">${hint} Up to ${max}; save to get more empty rows, and empty a row to remove it.</p>
${error && html`<p class="error" id="field-${name}-error"><span class="hidden">Error: </span>${error}</p>`}
${Array.from({ length: count }, (_, i) => html`<div class="pair${layout && ` ${layout}`}">${row(filled[i], i)}</div>`)}
</fieldset>`;
}

const logoFields = (
  typed: string,
  logo: string | null,
  common: { name: string; label: string; error?: string },
): Html =>
  html`<div class="logo-fields">${
    logo &&
    html`<img class="logo" src="${logo}" alt="The present logo" width="96" height="96">
<div class="choice"><input id="field-remove_logo" type="checkbox" name="remove_logo" value="yes"${typed === noLogo && html` checked`}><label for="field-remove_logo">Remove the logo</label></div>`
  }
${textField({
  ...common,
  label: logo ? "Address of another logo" : "Address of the logo",
  type: "url",
  value: typed === noLogo ? "" : typed,
  hint: "An image that we fetch, square if possible.",
})}</div>`;
