import type { CompanyWithListings, ListingOfCompany } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type FieldName, fieldNames, fieldOf, type ListingValues } from "#db/schema/listing-fields.ts";
import { valuesIn } from "./fields.ts";

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldOf, name);
export const fieldNamesIn = (values: object) => Object.keys(values).filter(isFieldName);
export const pickFields = (values: Partial<ListingValues>, names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<ListingValues>;
export const fieldValuesIn = (facts: Facts) => pickFields(facts as Partial<ListingValues>, fieldNamesIn(facts));
export const isOfCompany = (name: FieldName) => fieldOf[name].in === "companies";
export const isCopied = (name: FieldName) => fieldOf[name].copied !== undefined;

export const copiedFields = new Intl.ListFormat("en-GB").format(
  new Set(fieldNames.flatMap((name) => fieldOf[name].copied ?? [])),
);

/** Returns a listing's current values. `logo_url` is the image's hash, as in the audit log. */
export function currentValues({ facts }: CompanyWithListings, { texts, categories }: ListingOfCompany): ListingValues {
  return { ...valuesIn({ ...facts, ...texts }), categories, logo_url: facts.logoHash ?? null };
}
