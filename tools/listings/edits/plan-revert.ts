import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { EditRow } from "#db/queries/listings/edits.ts";
import type { EditName } from "#db/schema/listing-fields.ts";
import {
  currentValues,
  factsElsewhere,
  fieldNamesIn,
  fieldValuesIn,
  isOfCompany,
  pickFields,
} from "../shared/listing-values.ts";
import type { PlannedEdit } from "./plan-edit.ts";

export interface RevertPlan extends Pick<PlannedEdit, "company" | "listings"> {
  /** The fields that were changed again after the edit. */
  changedSince: EditName[];
}

export function planRevert(company: CompanyWithListings, { subjects, before, after }: EditRow): RevertPlan {
  const listings: RevertPlan["listings"] = new Map();
  const changedSince = new Set<EditName>();
  const [old, edited] = [fieldValuesIn(before), fieldValuesIn(after)];
  const names = Map.groupBy(fieldNamesIn(old), isOfCompany);
  const shared = pickFields(old, names.get(true) ?? []);
  for (const listing of company.listings) {
    const current = currentValues(company, listing);
    const isEdited = subjects[0] === `listing:${listing.id}`;
    const own = isEdited ? pickFields(old, names.get(false) ?? []) : fieldValuesIn(factsElsewhere(before, listing.id));
    const made = { ...edited, ...(!isEdited && fieldValuesIn(factsElsewhere(after, listing.id))) };
    for (const name of [...fieldNamesIn(shared), ...fieldNamesIn(own)])
      if (!Bun.deepEquals(current[name], made[name])) changedSince.add(name);
    if (fieldNamesIn(own).length > 0) listings.set(listing.id, own);
  }
  return { company: shared, listings, changedSince: [...changedSince] };
}
