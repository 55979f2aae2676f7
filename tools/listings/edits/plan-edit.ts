import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type FieldName, fieldNames, type ListingValues } from "#db/schema/listing-fields.ts";
import { copiedFields, currentValues, isCopied, isOfCompany, pickFields } from "../shared/listing-values.ts";

export interface EditRequest {
  listingId: number;
  fields: Partial<ListingValues>;
  /** Ids of listings. */
  copyTo: ReadonlySet<number>;
}

interface SiteResult {
  site: string;
  fields: FieldName[];
  skipped: { field: FieldName; why: string }[];
}

export interface PlannedEdit {
  company: Partial<ListingValues>;
  /** Changed fields by listing id. */
  listings: Map<number, Partial<ListingValues>>;
  /** `elsewhere` has other listings by id. */
  before: Facts;
  after: Facts;
  /** The edited listing's site first. */
  changed: SiteResult[];
}

const isUnchanged = "It already has this value.";
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
  const elsewhere: Record<"before" | "after", [string, Facts][]> = { before: [], after: [] };
  for (const listing of [edited, ...company.listings.filter((one) => one !== edited)]) {
    const isReached = listing === edited || copyTo.has(listing.id);
    const taken = listing === edited ? own : isReached ? own.filter(isCopied) : [];
    const values = currentValues(company, listing);
    const changes = differing(taken, values);
    if (changes.length > 0) edit.listings.set(listing.id, pickFields(fields, changes));
    if (changes.length > 0 && listing !== edited) {
      elsewhere.before.push([String(listing.id), pickFields(values, changes)]);
      elsewhere.after.push([String(listing.id), pickFields(fields, changes)]);
    }
    const changed = sent.filter((name) => shared.includes(name) || changes.includes(name));
    const skipped = sent
      .filter((name) => !changed.includes(name))
      .map((field) => ({ field, why: isOfCompany(field) || taken.includes(field) ? isUnchanged : isNotCopied }));
    if (isReached || changed.length > 0)
      edit.changed.push({ site: listing.site, fields: changed, skipped: isReached ? skipped : [] });
  }
  if (elsewhere.after.length === 0) return edit;
  edit.before.elsewhere = Object.fromEntries(elsewhere.before);
  edit.after.elsewhere = Object.fromEntries(elsewhere.after);
  return edit;
}
