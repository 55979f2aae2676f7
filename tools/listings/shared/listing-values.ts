import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import type { CompanyWithListings, ListingOfCompany } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type EditName, type EditValues, editNames, fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { lookup } from "#db/values/lookup.ts";
import { valuesIn } from "./fields.ts";

export const isFieldName = (name: string): name is EditName => editNames.some((one) => one === name);
export const fieldNamesIn = (values: object) => Object.keys(values).filter(isFieldName);
export const pickFields = (values: Partial<EditValues>, names: readonly EditName[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<EditValues>;
export const fieldValuesIn = (facts: Facts) => pickFields(facts as Partial<EditValues>, fieldNamesIn(facts));
export const isOfCompany = (name: EditName) => lookup(fieldOf, name)?.in === "companies";
export const isCopied = (name: EditName) => lookup(fieldOf, name)?.copied !== undefined;

export const copiedFields = new Intl.ListFormat("en-GB").format(
  new Set(fieldNames.flatMap((name) => fieldOf[name].copied ?? [])),
);

/** The facts in an audit entry that concern one listing. Edits on other sites affect only company and copied fields. */
export function partOf({ subjects }: Pick<AuditEntry, "subjects">, facts: Facts, listingId: number): Facts {
  const { versions: _, elsewhere: __, ...fields } = facts;
  if (subjects[0] === `listing:${listingId}`) return fields;
  return { ...pickFields(fields, fieldNamesIn(fields).filter(isOfCompany)), ...factsElsewhere(facts, listingId) };
}

export const factsElsewhere = (facts: Facts, listingId: number): Facts =>
  new Map(Object.entries((facts.elsewhere ?? {}) as Record<string, Facts>)).get(String(listingId)) ?? {};

/** Returns a listing's current values. `logo_url` is the image's hash, as in the audit log. */
export function currentValues(
  { facts }: CompanyWithListings,
  { texts, categories, pictures }: ListingOfCompany,
): EditValues {
  return { ...valuesIn({ ...facts, ...texts }), categories, logo_url: facts.logoHash ?? null, pictures };
}
