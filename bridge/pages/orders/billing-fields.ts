import type { BillingDetails } from "#db/queries/orders/quotes.ts";
import { countryName } from "#tools/orders/vat/countries.ts";
import { type FieldErrors, textField } from "../frame/fields.ts";
import type { Form } from "../frame/form-body.ts";
import { type Html, html } from "../frame/html.ts";

export type TypedBilling = Record<"name" | "company" | "street" | "postcode" | "city" | "country" | "vat_id", string>;

export const typedBilling = (form: Form): TypedBilling => ({
  name: form.text("name"),
  company: form.text("company"),
  street: form.text("street"),
  postcode: form.text("postcode"),
  city: form.text("city"),
  country: form.text("country"),
  vat_id: form.text("vat_id"),
});

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

export const billingLabels = {
  name: { label: "Name" },
  company: { label: "Company" },
  street: { label: "Street" },
  postcode: { label: "Postcode" },
  city: { label: "City" },
  country: { label: "Country" },
  vat_id: { label: "VAT id" },
};

export const billingFields = (typed: TypedBilling, errors: FieldErrors): Html =>
  html`${textField({ name: "name", label: "Name", value: typed.name, error: errors.name, autocomplete: "billing name", maxlength: 120 })}
${textField({ name: "company", label: "Company", hint: "Only if you buy for a company", value: typed.company, error: errors.company, autocomplete: "billing organization", maxlength: 200 })}
${textField({ name: "street", label: "Street", value: typed.street, error: errors.street, autocomplete: "billing street-address", maxlength: 200 })}
${textField({ name: "postcode", label: "Postcode", value: typed.postcode, error: errors.postcode, autocomplete: "billing postal-code", maxlength: 20 })}
${textField({ name: "city", label: "City", value: typed.city, error: errors.city, autocomplete: "billing address-level2", maxlength: 120 })}
${textField({ name: "country", label: "Country", hint: "Your country determines the VAT", value: typed.country, error: errors.country, autocomplete: "billing country-name", maxlength: 60 })}
${textField({ name: "vat_id", label: "VAT id", hint: "For businesses in the EU", value: typed.vat_id, error: errors.vat_id, maxlength: 30 })}`;
