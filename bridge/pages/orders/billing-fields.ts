import type { BillingDetails } from "#db/queries/orders/quotes.ts";
import { countryCodes, countryName } from "#tools/orders/vat/countries.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, type HtmlValue, html } from "../frame/html.ts";
import { submit } from "../frame/submit.ts";

/** The fields that determine the total come first. */
const labels = {
  country: {
    label: "Country",
    hint: "Choose it from the list or type it. Your country determines the VAT",
    autocomplete: "billing country-name",
    maxlength: 60,
    suggestions: countryCodes.map(countryName).sort((a, b) => a.localeCompare(b, "en")),
  },
  postcode: { label: "Postcode", autocomplete: "billing postal-code", maxlength: 20 },
  vat_id: { label: "VAT ID", hint: "For businesses in the EU", keyboard: "code" as const, maxlength: 30 },
  name: { label: "Name", autocomplete: "billing name", maxlength: 120 },
  company: {
    label: "Company",
    hint: "Only if you are buying for a company",
    autocomplete: "billing organization",
    maxlength: 200,
  },
  street: { label: "Street", autocomplete: "billing street-address", maxlength: 200 },
  city: { label: "City", autocomplete: "billing address-level2", maxlength: 120 },
};

type BillingField = keyof typeof labels;
export type TypedBilling = Record<BillingField, string>;
const names = Object.keys(labels) as BillingField[];
const totalNames = names.slice(0, 3);

/** The fields of the total, by their path in the input of quote_order. */
export const totalLabels = {
  ...Object.fromEntries(totalNames.map((name) => [`billing.${name}`, { in: name, label: labels[name].label }])),
  items: { in: "country", says: "This choice is not available any more. Choose another week or product." },
};

export const typedBilling = (form: Form): TypedBilling =>
  Object.fromEntries(names.map((name) => [name, form.text(name)])) as TypedBilling;

export const shownBilling = (known: BillingDetails | null, name: string): TypedBilling => ({
  name: known?.name || name,
  company: known?.company ?? "",
  street: known?.street ?? "",
  postcode: known?.postcode ?? "",
  city: known?.city ?? "",
  country: known ? countryName(known.country) : "",
  vat_id: known?.vatId ?? "",
});

export const billingInput = (typed: TypedBilling) => ({
  ...typed,
  company: typed.company || undefined,
  postcode: typed.postcode || undefined,
  vat_id: typed.vat_id || undefined,
});

/** Saves what was typed. Also returns it, so that it can be shown again with the errors. */
export async function submitBilling(
  form: Form,
  save: (billing: ReturnType<typeof billingInput>) => Promise<unknown>,
): Promise<{ typed: TypedBilling; errors?: FieldErrors }> {
  const typed = typedBilling(form);
  const { errors } = await submit(save(billingInput(typed)), labels);
  return { typed, errors };
}

/** `between` follows the fields that determine the total. */
export const billingFields = (typed: TypedBilling, errors: FieldErrors, between: HtmlValue = null): Html => {
  const field = (name: BillingField) => textField({ ...labels[name], name, value: typed[name], error: errors[name] });
  return html`${totalNames.map(field)}${between}${names.slice(totalNames.length).map(field)}`;
};
