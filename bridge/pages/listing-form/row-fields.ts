import { listingFields, type RowColumn } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { periods } from "#tools/core/text/plan-text.ts";
import { selectField, textArea, textField } from "../frame/fields.ts";
import { type Html, html } from "../frame/html.ts";
import type { FieldHead, ListingForm } from "./form-state.ts";
import type { RowsName } from "./typed.ts";

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

const rowHints: Record<RowsName, string> = {
  faqs: "Questions that people ask before they buy.",
  plans: "What your website says, for example 12.50 EUR a month for each person. The price 0 means free.",
  certifications: "Certificates that you hold, such as ISO 27001.",
};

const layouts: Partial<Record<RowsName, "inline" | "columns">> = { plans: "columns", certifications: "inline" };

/** A row's fields, as the field's columns declare them. */
export const columnRows = (form: ListingForm, head: FieldHead, name: RowsName): Html =>
  rows(
    form,
    { ...head, hint: rowHints[name], layout: layouts[name] },
    form.typed[name] as Record<string, string>[],
    (row, i) =>
      Object.entries<RowColumn>(listingFields[name].columns).map(([key, column]) => {
        const path = `${name}.${i}.${key}`;
        const label = `${column.kind === "amount" ? "Price" : column.label} ${i + 1}`;
        const field = { name: path, label, error: lookup(form.errors, path), value: lookup(row ?? {}, key) ?? "" };
        switch (column.kind) {
          case "paragraphs":
            return textArea({ ...field, rows: 2, maxlength: 2 * column.max });
          case "choice":
            return selectField({
              ...field,
              value: field.value || column.values[0]!,
              options: column.values.map((value) => ({ value, label: lookup(periods, value) ?? value })),
            });
          case "amount":
            return textField({ ...field, keyboard: "decimal" });
          default:
            return textField({
              ...field,
              keyboard: column.format === "url" ? "url" : undefined,
              maxlength: 2 * column.max,
            });
        }
      }),
  );

const spareRows = 2;

function rows<Row>(
  { path, hasAllRows }: ListingForm,
  { name, label, hint, error, layout }: FieldHead & { hint: string; layout?: "inline" | "columns" },
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
