import type { FieldError } from "../../core/errors/errors.ts";
import { hasRightCheckDigits } from "./check-digits.ts";
import { countryName } from "./countries.ts";
import { prefixesOf, type VatIdForm, vatIdForm } from "./vat-id-forms.ts";

/** A VAT ID in the notation of VIES (prefix and number), or what is wrong with it. */
type ReadVatId = { vatId: string } | { fault: Pick<FieldError, "code" | "message" | "fix"> };

/** Reads a VAT ID with or without its prefix. IDs from outside the EU are accepted, because nothing depends on them. */
export async function readVatId(input: string, country: string): Promise<ReadVatId> {
  const text = input.toUpperCase().replace(/[\s.,/_-]/g, "");
  const own = prefixesOf(country);
  const prefix = own.find((one) => text.startsWith(one));
  const form = vatIdForm(prefix ?? own[0]!);
  const number = prefix === undefined ? text : text.slice(prefix.length);
  const other = prefix === undefined ? otherCountry(text) : undefined;
  // The United Kingdom's own VAT IDs no longer count as EU VAT IDs.
  const isOfEu = form !== undefined && prefix !== "GB";
  const hasForm = isOfEu && form.form.test(number);
  if (hasForm && (await hasRightCheckDigits(form, number))) return { vatId: `${form.prefix}${number}` };
  if (other) return { fault: ofOther(text, country, other) };
  if (isOfEu) return { fault: hasForm ? badDigits(`${form.prefix}${number}`) : badForm(form, number, country) };
  return /^[0-9A-Z+*]{2,20}$/.test(text) ? { vatId: text } : { fault: badCharacters };
}

const otherCountry = (text: string): VatIdForm | undefined => {
  const form = vatIdForm(text.slice(0, 2));
  return form?.form.test(text.slice(2)) ? form : undefined;
};

const badCharacters = {
  code: "invalid_format",
  message: "must consist of 2 to 20 letters and digits",
  fix: "Send the VAT ID as it appears on an invoice, or leave it out.",
};

const ofOther = (text: string, country: string, { prefix }: VatIdForm) => ({
  code: "other_country",
  message: `begins with ${text.slice(0, 2)}, but the country is ${country} (${countryName(country)})`,
  fix: `Send the country that issued the ID (${prefix === "EL" ? "GR" : prefix === "XI" ? "GB" : prefix}), or a VAT ID issued by ${country}.`,
});

function badForm({ prefix, words }: VatIdForm, number: string, country: string) {
  return {
    code: "invalid_format",
    message: `must have the format for ${country} (${countryName(country)}): ${prefix} followed by ${words} (this one has ${countOf(number)} after ${prefix})`,
    fix: "Compare it with one of the company's invoices, or leave it out to buy as a consumer.",
  };
}

function countOf(number: string): string {
  const kind = /^\d+$/.test(number) ? "digit" : "character";
  return `${number.length} ${kind}${number.length === 1 ? "" : "s"}`;
}

const badDigits = (vatId: string) => ({
  code: "invalid_check_digits",
  message: `has a valid format, but the check digits of ${vatId} do not match: a digit is wrong or two are swapped`,
  fix: "Compare it with one of the company's invoices, or leave it out to buy as a consumer.",
});
