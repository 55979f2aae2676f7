import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { EditRow } from "#db/queries/listings/edits.ts";
import type { Facts } from "#db/schema/changes.ts";
import type { FieldName, ListingValues } from "#db/schema/listing-fields.ts";
import { currentValues, fieldNamesIn, isOfCompany } from "../shared/listing-values.ts";
import type { PlannedEdit } from "./plan-edit.ts";

export interface TakenBack extends Pick<PlannedEdit, "company" | "listings"> {
  /** Fields that say something else by now than the edit made of them. */
  changedSince: FieldName[];
}

/** What puts back all that one edit changed: of the company, and of each of its listings that is still there. */
export function planTakeBack(company: CompanyWithListings, { subjects, before, after }: EditRow): TakenBack {
  const listings: TakenBack["listings"] = new Map();
  const changedSince = new Set<FieldName>();
  const [was, became] = [saidIn(before), saidIn(after)];
  const shared = pick(was, fieldNamesIn(was).filter(isOfCompany));
  for (const listing of company.listings) {
    const said = currentValues(company, listing);
    const isMeant = subjects[0] === `listing:${listing.id}`;
    const own = isMeant ? pick(was, fieldNamesIn(was).filter(isOfOne)) : saidIn(elsewhere(before, listing.id));
    const made = { ...became, ...(!isMeant && saidIn(elsewhere(after, listing.id))) };
    for (const name of [...fieldNamesIn(shared), ...fieldNamesIn(own)])
      if (!Bun.deepEquals(said[name], made[name])) changedSince.add(name);
    if (fieldNamesIn(own).length > 0) listings.set(listing.id, own);
  }
  return { company: shared, listings, changedSince: [...changedSince] };
}

/** The log's two sides of what puts an edit back, `meant` being the listing that its entry names first. */
export function sidesOf(company: CompanyWithListings, meant: number, plan: Pick<PlannedEdit, "company" | "listings">) {
  const sides = { before: {} as Facts, after: {} as Facts };
  for (const listing of company.listings) {
    const own = plan.listings.get(listing.id) ?? {};
    const said = currentValues(company, listing);
    const isMeant = listing.id === meant;
    const after = isMeant ? { ...plan.company, ...own } : own;
    const before = pick(said, fieldNamesIn(after));
    if (isMeant) {
      Object.assign(sides.before, before);
      Object.assign(sides.after, after);
    } else if (Object.keys(after).length > 0) {
      sides.before.elsewhere = { ...(sides.before.elsewhere as Facts), [listing.id]: before };
      sides.after.elsewhere = { ...(sides.after.elsewhere as Facts), [listing.id]: after };
    }
  }
  return sides;
}

const isOfOne = (name: FieldName) => !isOfCompany(name);

const elsewhere = (facts: Facts, id: number): Facts =>
  new Map(Object.entries((facts.elsewhere ?? {}) as Record<string, Facts>)).get(String(id)) ?? {};

const saidIn = (facts: Facts) =>
  Object.fromEntries(fieldNamesIn(facts).map((name) => [name, facts[name]])) as Partial<ListingValues>;

const pick = (said: Partial<ListingValues>, names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [name, said[name]])) as Partial<ListingValues>;
