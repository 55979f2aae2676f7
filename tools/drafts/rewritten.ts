import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import { fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { differences } from "../core/operations/differences.ts";
import { valuesIn } from "../listings/shared/fields.ts";

const companyFields = fieldNames.filter((name) => fieldOf[name].in === "companies");

/** A company's values by field. The logo is the hash of its image, as in the audit log. */
const saidBy = ({ facts }: CompanyWithListings) => ({
  ...valuesIn(facts, companyFields),
  logo_url: facts.logoHash ?? null,
  url: facts.url,
});

/** The edit of a listed company for the audit log, with the new versions of its listings; null if nothing changed. */
export function rewritten(before: CompanyWithListings, after: CompanyWithListings) {
  const sides = differences(saidBy(before), saidBy(after));
  const known = new Map(before.listings.map(({ id, version }) => [id, version]));
  const raised = after.listings.filter(({ id, version }) => version > (known.get(id) ?? version));
  if (raised.length === 0) return null;
  return { ...sides, versions: Object.fromEntries(raised.map(({ id, version }) => [id, version])) };
}
