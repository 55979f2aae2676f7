import { lookup } from "#db/values/lookup.ts";
import type { VatIdForm } from "./vat-id-forms.ts";

const countriesOfStdnum = new Map([
  ["EL", "GR"],
  ["XI", "GB"],
]);

/** `number` is the part of the VAT ID after the prefix. */
export async function hasRightCheckDigits({ prefix, kind }: VatIdForm, number: string): Promise<boolean> {
  // The package covers all countries, so it is loaded with the first VAT ID.
  const { stdnum } = await import("stdnum");
  const ofCountry = lookup(stdnum, countriesOfStdnum.get(prefix) ?? prefix);
  const validator = ofCountry && lookup(ofCountry, kind);
  if (!validator) throw new Error(`no check digit rule is known for ${prefix}`);
  return validator.validate(number).isValid;
}
