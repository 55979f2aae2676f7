import type { CompanyWithListings, ListingOfCompany } from "#db/queries/listings/company-listings.ts";
import { type FieldName, fieldNames, fieldOf, type ListingValues } from "#db/schema/listing-fields.ts";
import { valuesIn } from "./fields.ts";

/** What a listing says, by field. The logo is the hash of its image, as the audit log keeps it. */
export type Said = ListingValues;

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fieldOf, name);
/** Names of fields in what may have others beside them. */
export const namesIn = (said: object) => Object.keys(said).filter(isFieldName);
export const isOfCompany = (name: FieldName) => fieldOf[name].in === "companies";
export const isCopied = (name: FieldName) => fieldOf[name].copied !== undefined;

/** The fields that `apply_to` copies, in words. */
export const copiedFields = new Intl.ListFormat("en-GB").format(
  new Set(fieldNames.flatMap((name) => fieldOf[name].copied ?? [])),
);

/** What one of a company's listings says now. */
export function saidBy({ facts }: CompanyWithListings, { texts, categories }: ListingOfCompany): Said {
  return { ...valuesIn({ ...facts, ...texts }), categories, logo_url: facts.logoHash ?? null };
}
