import { listingFields } from "#db/schema/listing-fields.ts";
import { entryLimits } from "#tools/listings/shared/fields.ts";
import { textArea, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import type { FieldHead, ListingForm } from "./form-state.ts";

export const socialRows = (form: ListingForm, head: FieldHead): Html =>
  rows(
    form,
    {
      ...head,
      hint: "A short name, such as “github” or “mastodon”, and your profile's URL.",
      layout: "inline",
    },
    form.typed.socials,
    (row, i) => [
      textField({
        name: `socials.${i}.network`,
        label: `Name of link ${i + 1}`,
        value: row?.network,
        error: form.errors[`socials.${i}.network`],
        keyboard: "code",
        maxlength: 80,
      }),
      textField({
        name: `socials.${i}.address`,
        label: `URL of link ${i + 1}`,
        // The type is not `url`, because browsers would reject github.com/acme, which we accept.
        value: row?.address,
        error: form.errors[`socials.${i}.address`],
        keyboard: "url",
      }),
    ],
  );

export const faqRows = (form: ListingForm, head: FieldHead): Html =>
  rows(form, { ...head, hint: "Questions that people ask before they buy." }, form.typed.faqs, (row, i) => [
    textField({
      name: `faqs.${i}.question`,
      label: `Question ${i + 1}`,
      value: row?.question,
      error: form.errors[`faqs.${i}.question`],
      maxlength: 2 * entryLimits.question,
    }),
    textArea({
      name: `faqs.${i}.answer`,
      label: `Answer ${i + 1}`,
      value: row?.answer ?? "",
      rows: 2,
      error: form.errors[`faqs.${i}.answer`],
      maxlength: 2 * entryLimits.answer,
    }),
  ]);

const spareRows = 2;

function rows<Row>(
  { path, hasAllRows }: ListingForm,
  { name, label, hint, error, layout }: FieldHead & { hint: string; layout?: "inline" },
  filled: Row[],
  row: (entry: Row | undefined, i: number) => Html[],
): Html {
  const { max } = listingFields[name];
  const count = hasAllRows ? max : Math.min(max, filled.length + spareRows);
  return html`<fieldset class="group field${error && " faulty"}" id="field-${name}" tabindex="-1" aria-describedby="field-${name}-hint${error && ` field-${name}-error`}">
<legend>${label}</legend>
<p class="hint" id="field-${name}-hint">${hint} You can fill in up to ${max} rows. Clear a row to remove it.</p>
${error && html`<p class="error" id="field-${name}-error"><span class="hidden">Error: </span>${error}</p>`}
${Array.from({ length: count }, (_, i) => html`<div class="pair${layout && ` ${layout}`}">${row(filled[i], i)}</div>`)}
${path !== null && count < max && html`<div class="actions"><button name="do" value="rows" formaction="${path}#field-${name}" aria-label="More rows: ${label}">More rows</button></div>`}
</fieldset>`;
}
