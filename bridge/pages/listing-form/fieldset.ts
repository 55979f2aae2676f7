import { type FieldName, factNames, fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { logoFileLimits } from "#tools/listings/owner/upload-logo.ts";
import { boundOf } from "#tools/listings/shared/fields.ts";
import { fileField, textArea, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import { answerButtons, categoryBoxes, entriesField, platformBoxes, pricingButtons } from "./choice-fields.ts";
import { conflictChoice } from "./conflict.ts";
import type { FieldHead, ListingForm } from "./form-state.ts";
import { columnRows, socialRows } from "./row-fields.ts";

export const listingFieldset = (form: ListingForm, names: readonly FieldName[] = fieldNames): Html =>
  html`${names.map((name) => {
    const head = { name, label: fieldOf[name].label, error: form.errors[name] };
    const control = [controlOf(form, head), form.conflicts?.includes(name) && conflictChoice(form.present, name)];
    return form.below ? html`<div class="with-source">${control}${form.below(name)}</div>` : control;
  })}`;

/** A hidden first button, because pressing Enter in a field activates a form's first button. */
export const enterButton = (value: "preview" | "save", label: string): Html =>
  html`<button class="hidden" name="do" value="${value}" tabindex="-1" aria-hidden="true">${label}</button>`;

export const factFieldset = (form: ListingForm): Html =>
  html`<fieldset class="group" id="facts"><legend>Facts</legend>
<p class="hint">People filter and compare products by these facts. Leave a fact empty if you do not know it.</p>
${listingFieldset(form, factNames)}
</fieldset>`;

function controlOf(form: ListingForm, head: FieldHead): Html {
  const { typed } = form;
  switch (head.name) {
    case "categories":
      return categoryBoxes(typed.categories, form.suggested ?? [], form.categories, head);
    case "pricing":
      return pricingButtons(typed.pricing, head);
    case "platforms":
      return platformBoxes(typed.platforms, head);
    case "self_hosted":
    case "sso":
      return answerButtons(head.name, typed[head.name], head);
    case "data_regions":
    case "languages":
    case "alternative_to":
      return entriesField(typed[head.name], head);
    case "socials":
      return socialRows(form, head);
    case "faqs":
    case "plans":
    case "certifications":
      return columnRows(form, head, head.name);
    case "logo_url":
      return logoFields(form, head);
    case "landing_url":
    case "repository":
    case "api_url":
    case "mcp_url":
      return textField({ ...head, type: "url", value: typed[head.name], hint: hintOf(head.name) });
    case "license":
      return textField({
        ...head,
        value: typed.license,
        hint: "An SPDX expression such as MIT or AGPL-3.0-only, or proprietary.",
      });
    default: {
      const { max } = fieldOf[head.name];
      // An exact `maxlength` would silently cut pasted text, so longer text is accepted here and gets an error later.
      const field = { ...head, value: typed[head.name], hint: hintOf(head.name), maxlength: 2 * max };
      return max > 160 ? textArea({ ...field, rows: rowsOf(field.value) }) : textField(field);
    }
  }
}

const charactersPerRow = 60;

/**
 * Returns enough rows for the text, from 3 to 12. In most browsers, the field also grows, but some do not support
 * `field-sizing`.
 */
function rowsOf(text: string): number {
  const rows = text.split("\n").map((line) => Math.max(1, Math.ceil(line.length / charactersPerRow)));
  return Math.min(
    12,
    Math.max(
      3,
      rows.reduce((sum, count) => sum + count, 0),
    ),
  );
}

function hintOf(name: FieldName): string {
  const { min } = fieldOf[name];
  const bound = boundOf(fieldOf[name]);
  return `${min > 1 ? bound.replace("Up to", `${min} to`) : bound}.`;
}

function logoFields({ typed, present, errors, takesLogoFile }: ListingForm, head: FieldHead): Html {
  const hasLogo = present.logo_url !== "";
  return html`<div class="logo-fields">${
    hasLogo &&
    html`<img class="logo logo-96" src="${present.logo_url}" alt="Current logo" width="96" height="96">
<div class="choice"><input id="field-remove_logo" type="checkbox" name="remove_logo" value="yes"${typed.logo_url === "" && html` checked`}><label for="field-remove_logo">Remove logo</label></div>`
  }
${textField({
  ...head,
  label: hasLogo ? "URL of a new logo" : "Logo URL",
  type: "url",
  value: typed.logo_url === present.logo_url ? "" : typed.logo_url,
  hint: "We will fetch the image. It should be square.",
})}
${
  takesLogoFile &&
  fileField({
    name: "logo_file",
    label: "Or upload a logo",
    accept: "image/png,image/jpeg,image/webp,image/svg+xml,image/avif,image/gif,image/x-icon",
    hint: `A square PNG, JPEG, WebP, AVIF, GIF, ICO or SVG, up to ${logoFileLimits.maxMegabytes} MB. We resize it to at most 256 × 256 pixels. It is saved when you press Save.`,
    error: errors.logo_file,
  })
}</div>`;
}
