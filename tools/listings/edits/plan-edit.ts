import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type FieldName, fieldNames, type ListingValues } from "#db/schema/listing-fields.ts";
import { copiedFields, currentValues, isCopied, isOfCompany, pickFields } from "../shared/listing-values.ts";

export interface EditRequest {
  listingId: number;
  fields: Partial<ListingValues>;
  /** The IDs of the listings that the fields are copied to. */
  copyTo: ReadonlySet<number>;
}

export interface PlannedEdit {
  company: Partial<ListingValues>;
  /** The changed fields by listing ID. */
  listings: Map<number, Partial<ListingValues>>;
  /** `elsewhere` contains the facts about the other listings, by ID. */
  before: Facts;
  after: Facts;
  /** The edited listing's site comes first. */
  changed: { site: string; fields: FieldName[]; skipped: { field: FieldName; why: string }[] }[];
}

const isUnchanged = "The field already has this value.";
const isNotCopied = `Only ${copiedFields} are copied to other sites.`;

export function planEdit(company: CompanyWithListings, { listingId, fields, copyTo }: EditRequest): PlannedEdit {
  const sent = fieldNames.filter((name) => name in fields);
  const own = sent.filter((name) => !isOfCompany(name));
  const differing = (names: FieldName[], from: ListingValues) =>
    names.filter((name) => !Bun.deepEquals(from[name], fields[name]));
  const edited = company.listings.find(({ id }) => id === listingId)!;
  const current = currentValues(company, edited);
  const shared = differing(sent.filter(isOfCompany), current);
  const all = differing(sent, current);
  const edit: PlannedEdit = {
    company: pickFields(fields, shared),
    listings: new Map(),
    before: pickFields(current, all),
    after: pickFields(fields, all),
    changed: [],
  };
  const elsewhere = { before: {} as Facts, after: {} as Facts };
  for (const listing of [edited, ...company.listings.filter((one) => one !== edited)]) {
    const isReached = listing === edited || copyTo.has(listing.id);
    const taken = listing === edited ? own : isReached ? own.filter(isCopied) : [];
    const values = currentValues(company, listing);
    const changes = differing(taken, values);
    if (changes.length > 0) edit.listings.set(listing.id, pickFields(fields, changes));
    if (changes.length > 0 && listing !== edited) {
      elsewhere.before[listing.id] = pickFields(values, changes);
      elsewhere.after[listing.id] = pickFields(fields, changes);
    }
    const changed = sent.filter((name) => shared.includes(name) || changes.includes(name));
    const skipped = sent
      .filter((name) => !changed.includes(name))
      .map((field) => ({ field, why: isOfCompany(field) || taken.includes(field) ? isUnchanged : isNotCopied }));
    if (isReached || changed.length > 0)
      edit.changed.push({ site: listing.site, fields: changed, skipped: isReached ? skipped : [] });
  }
  if (Object.keys(elsewhere.after).length === 0) return edit;
  edit.before.elsewhere = elsewhere.before;
  edit.after.elsewhere = elsewhere.after;
  return edit;
}
