import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import { fieldNames, fieldOf } from "#db/schema/listing-fields.ts";
import { differences } from "../core/operations/differences.ts";
import { valuesIn } from "../listings/shared/fields.ts";

const companyFields = fieldNames.filter((name) => fieldOf[name].in === "companies");

/** What a company says, by field; the logo is the hash of its image, as the audit log keeps it. */
const saidBy = ({ facts }: CompanyWithListings) => ({
  ...valuesIn(facts, companyFields),
  logo_url: facts.logoHash ?? null,
  url: facts.url,
});

/**
 * What a draft has changed of a company that was listed before, as the log keeps it of every edit: both sides, and the
 * versions its listings have now. Null where they say what they said.
 */
export function rewritten(before: CompanyWithListings, after: CompanyWithListings) {
  const sides = differences(saidBy(before), saidBy(after));
  const known = new Map(before.listings.map(({ id, version }) => [id, version]));
  const raised = after.listings.filter(({ id, version }) => version > (known.get(id) ?? version));
  if (raised.length === 0) return null;
  return { ...sides, versions: Object.fromEntries(raised.map(({ id, version }) => [id, version])) };
}
