import { listingFields } from "#db/schema/listing-fields.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { platformNames } from "#tools/drafts/shared/platform-names.ts";
import { prices } from "../directory/listing/prices.ts";
import { choices, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import type { Category, FieldHead } from "./form-state.ts";

export const categoryBoxes = (chosen: string[], all: Category[], head: FieldHead): Html =>
  html`<div class="many">${choices({
    ...head,
    type: "checkbox",
    hint: `Choose ${listingFields.categories.min} to ${listingFields.categories.max} categories.`,
    options: categoryOptions(chosen, all),
    chosen,
  })}</div>`;

function categoryOptions(chosen: string[], all: Category[]) {
  const option = ({ slug, name, parent }: Category) => {
    const above = all.find((one) => one.slug === parent);
    return { value: slug, label: above ? `${above.name}: ${name}` : name };
  };
  // A chosen category may have been deleted.
  const first = chosen.map((slug) =>
    option(all.find((one) => one.slug === slug) ?? { slug, name: slug, parent: null }),
  );
  const others = all.filter(({ slug }) => !chosen.includes(slug)).map(option);
  return [...first, ...others.sort((a, b) => a.label.localeCompare(b.label, "en"))];
}

const pricingOptions = [
  ...pricingModels.map((value) => ({ value, label: prices[value] })),
  { value: "", label: "Not known" },
];

export const pricingButtons = (chosen: string, head: FieldHead): Html =>
  html`<div class="many">${choices({ ...head, type: "radio", options: pricingOptions, chosen: [chosen] })}</div>`;

export function platformBoxes(chosen: string[], head: FieldHead): Html {
  const known = new Set<string>(platformNames);
  return html`<div class="many">${choices({
    ...head,
    type: "checkbox",
    hint: `Choose up to ${listingFields.platforms.max} platforms.`,
    options: platformNames.map((value) => ({ value, label: value })),
    chosen,
  })}</div>
${textField({
  name: "platforms.other",
  label: "Other platforms",
  hint: "Separate platforms with commas.",
  value: chosen.filter((name) => !known.has(name)).join(", "),
})}`;
}
