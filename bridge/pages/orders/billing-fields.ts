import type { BillingDetails } from "#db/queries/orders/quotes.ts";
import { countryCodes, countryName } from "#tools/orders/vat/countries.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";

export const billingLabels = {
  name: { label: "Name", autocomplete: "billing name", maxlength: 120 },
  company: {
    label: "Company",
    hint: "Only if you are buying for a company",
    autocomplete: "billing organization",
    maxlength: 200,
  },
  street: { label: "Street", autocomplete: "billing street-address", maxlength: 200 },
  postcode: { label: "Postcode", autocomplete: "billing postal-code", maxlength: 20 },
  city: { label: "City", autocomplete: "billing address-level2", maxlength: 120 },
  country: {
    label: "Country",
    hint: "Choose it from the list or type it. Your country determines the VAT",
    autocomplete: "billing country-name",
    maxlength: 60,
    suggestions: countryCodes.map(countryName).sort((a, b) => a.localeCompare(b, "en")),
  },
  vat_id: { label: "VAT ID", hint: "For businesses in the EU", keyboard: "code" as const, maxlength: 30 },
};

type BillingField = keyof typeof billingLabels;
export type TypedBilling = Record<BillingField, string>;
const names = Object.keys(billingLabels) as BillingField[];

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

export const billingFields = (typed: TypedBilling, errors: FieldErrors): Html =>
  html`${names.map((name) => textField({ ...billingLabels[name], name, value: typed[name], error: errors[name] }))}`;
