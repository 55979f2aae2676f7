import { type FieldName, fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { boundOf } from "#tools/listings/shared/fields.ts";
import { textArea, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { categoryBoxes, platformBoxes, pricingButtons } from "./choice-fields.ts";
import { conflictChoice } from "./conflict.ts";
import type { FieldHead, ListingForm } from "./form-state.ts";
import { faqRows, socialRows } from "./row-fields.ts";

/** The fields of a listing, in the order they are shown. */
export const listingFieldset = (form: ListingForm, names: readonly FieldName[] = fieldNames): Html =>
  html`${names.map((name) => {
    const head = { name, label: fieldOf[name].label, error: form.errors[name] };
    const control = [controlOf(form, head), form.clashes?.includes(name) && conflictChoice(form.present, name)];
    const beside = form.beside?.(name);
    return beside ? html`<div class="beside"><div>${control}</div><div>${beside}</div></div>` : control;
  })}`;

/** The first button of a form is what Enter in a field presses: it stands where the first one seen does something else. */
export const enterButton = (value: "preview" | "save", label: string): Html =>
  html`<button class="hidden" name="do" value="${value}" tabindex="-1" aria-hidden="true">${label}</button>`;

function controlOf(form: ListingForm, head: FieldHead): Html {
  const { typed } = form;
  switch (head.name) {
    case "categories":
      return categoryBoxes(typed.categories, form.categories, head);
    case "pricing":
      return pricingButtons(typed.pricing, head);
    case "platforms":
      return platformBoxes(typed.platforms, head);
    case "socials":
      return socialRows(form, head);
    case "faqs":
      return faqRows(form, head);
    case "logo_url":
      return logoFields(form, head);
    default: {
      const { max } = fieldOf[head.name];
      // What is too long is refused in words: a control that stops taking characters would lose the end of what is pasted.
      const field = { ...head, value: typed[head.name], hint: hintOf(head.name), maxlength: 2 * max };
      return max > 160 ? textArea({ ...field, rows: max > 500 ? 10 : 4 }) : textField(field);
    }
  }
}

function hintOf(name: FieldName): string {
  const { min } = fieldOf[name];
  return `${boundOf(fieldOf[name])}${min > 1 ? `, at least ${min}` : ""}.`;
}

function logoFields({ typed, present }: ListingForm, head: FieldHead): Html {
  const has = present.logo_url !== "";
  return html`<div class="logo-fields">${
    has &&
    html`<img class="logo logo-96" src="${present.logo_url}" alt="The present logo" width="96" height="96">
<div class="choice"><input id="field-remove_logo" type="checkbox" name="remove_logo" value="yes"${typed.logo_url === "" && html` checked`}><label for="field-remove_logo">Remove the logo</label></div>`
  }
${textField({
  ...head,
  label: has ? "Address of another logo" : "Address of the logo",
  type: "url",
  value: typed.logo_url === present.logo_url ? "" : typed.logo_url,
  hint: "An image that we fetch, square if possible.",
})}</div>`;
}
