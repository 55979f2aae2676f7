import type * as z from "zod";
import type { CompanyWithListings, ListingOfCompany } from "#db/queries/listings/company-listings.ts";
import { type FieldName, fieldNames, type fieldsRecord, listingFields } from "./fields.ts";

/** What a listing says, by field. The logo is the hash of its image, as the log of changes keeps it. */
export type Said = z.output<typeof fieldsRecord>;

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(listingFields, name);
/** Names of fields in what may have others beside them. */
export const namesIn = (said: object) => Object.keys(said).filter(isFieldName);
export const isOfCompany = (name: FieldName) => listingFields[name].of === "company";
export const isCopied = (name: FieldName) => "isCopied" in listingFields[name];

/** What one of a company's listings says now. */
export function saidBy({ facts }: CompanyWithListings, { texts, categories }: ListingOfCompany): Said {
  const kept = new Map<string | null, unknown>(Object.entries({ ...facts, ...texts }));
  const said = fieldNames.map((name) => [name, kept.get(listingFields[name].column) ?? listingFields[name].empty]);
  return { ...(Object.fromEntries(said) as Said), categories, logo_url: facts.logoHash ?? null };
}
