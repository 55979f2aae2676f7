import { fieldOf, listingFields } from "#db/schema/listing-fields.ts";
import { pricingModels } from "#db/schema/vocabulary.ts";
import { platformNames } from "#tools/drafts/shared/platform-names.ts";
import { answerText } from "#tools/listings/shared/fact-text.ts";
import { prices } from "../directory/listing/prices.ts";
import { choices, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import type { Category, FieldHead } from "./form-state.ts";
import type { ChoiceName } from "./typed.ts";

export function categoryBoxes(chosen: string[], suggested: string[], all: Category[], head: FieldHead): Html {
  const { min, max } = listingFields.categories;
  const [first, others] = categoryOptions(chosen, suggested, all);
  return html`<div class="many">${choices({
    ...head,
    type: "checkbox",
    hint: `Choose ${min} to ${max} categories.${suggested.length > 0 ? " The ones shown first fit the website's text." : ""}`,
    options: first,
    folded: {
      label: first.length > 0 ? "Other categories" : "Categories",
      options: others,
      isOpen: first.length === 0,
    },
    chosen,
  })}</div>`;
}

/** Returns two lists of options: first the chosen and suggested categories, then all others. */
function categoryOptions(chosen: string[], suggested: string[], all: Category[]) {
  const option = ({ slug, name, parent }: Category) => {
    const above = all.find((one) => one.slug === parent);
    return { value: slug, label: above ? `${above.name}: ${name}` : name };
  };
  // A chosen category may have been deleted.
  const slugs = [...new Set([...chosen, ...suggested.filter((slug) => all.some((one) => one.slug === slug))])];
  const first = slugs.map((slug) => option(all.find((one) => one.slug === slug) ?? { slug, name: slug, parent: null }));
  const others = all.filter(({ slug }) => !slugs.includes(slug)).map(option);
  return [first, others.sort((a, b) => a.label.localeCompare(b.label, "en"))] as const;
}

const pricingOptions = [
  ...pricingModels.map((value) => ({ value, label: prices[value] })),
  { value: "", label: "Not known" },
];

export const pricingButtons = (chosen: string, head: FieldHead): Html =>
  html`<div class="many">${choices({ ...head, type: "radio", options: pricingOptions, chosen: [chosen] })}</div>`;

export const answerButtons = (name: ChoiceName, chosen: string, head: FieldHead): Html =>
  html`<div class="many">${choices({
    ...head,
    type: "radio",
    options: [...listingFields[name].values, ""].map((value) => ({
      value,
      label: answerText(value) || "Not known",
    })),
    chosen: [chosen],
  })}</div>`;

export const entriesField = (entries: readonly string[], { name, label, error }: FieldHead): Html =>
  textField({
    ...{ label, error, name: `${name}.other`, id: name, value: entries.join(", ") },
    hint: `${fieldOf[name].hint}. Separate entries with commas.`,
  });

export function platformBoxes(chosen: string[], head: FieldHead): Html {
  const known = new Set<string>(platformNames);
  const options = platformNames.map((value) => ({ value, label: value }));
  const first = options.filter(({ value }) => chosen.includes(value));
  const others = chosen.filter((name) => !known.has(name)).join(", ");
  return html`<div class="many">${choices({
    ...head,
    type: "checkbox",
    hint: `Choose up to ${listingFields.platforms.max} platforms.`,
    options: first,
    folded: {
      label: first.length > 0 ? "More platforms" : "Platforms",
      options: options.filter((option) => !first.includes(option)),
      more: textField({
        name: "platforms.other",
        label: "Other platforms",
        hint: "Separate platforms with commas.",
        value: others,
      }),
      isOpen: others !== "",
    },
    chosen,
  })}</div>`;
}
