import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type FieldName, fieldNames, type ListingValues } from "#db/schema/listing-fields.ts";
import { copiedFields, currentValues, isCopied, isOfCompany } from "../shared/listing-values.ts";

/** What an edit asks for: the fields sent, and the other listings that take those which are copied. */
export interface AskedEdit {
  listingId: number;
  fields: Partial<ListingValues>;
  copyTo: ReadonlySet<number>;
}

/** What became of the fields of an edit on one site. */
export interface ChangedOnSite {
  site: string;
  fields: FieldName[];
  skipped: { field: FieldName; why: string }[];
}

export interface PlannedEdit {
  /** What differs of the company. */
  company: Partial<ListingValues>;
  /** What differs of listings by their ids. */
  listings: Map<number, Partial<ListingValues>>;
  /** For the log: the fields of the company and of the listing meant, those of others by their ids in `elsewhere`. */
  before: Facts;
  after: Facts;
  /** The site of the listing meant, then those where something changes or was to be copied. */
  changed: ChangedOnSite[];
}

const isSo = "It is so already.";
const isNotCopied = `Only ${copiedFields} are copied to other sites.`;

/** What of an edit differs from what is there, on every site it reaches. */
export function planEdit(company: CompanyWithListings, { listingId, fields, copyTo }: AskedEdit): PlannedEdit {
  const asked = fieldNames.filter((name) => name in fields);
  const own = asked.filter((name) => !isOfCompany(name));
  const differing = (names: FieldName[], from: ListingValues) =>
    names.filter((name) => !Bun.deepEquals(from[name], fields[name]));
  const meant = company.listings.find(({ id }) => id === listingId)!;
  const present = currentValues(company, meant);
  const shared = differing(asked.filter(isOfCompany), present);
  const flat = differing(asked, present);
  const edit: PlannedEdit = {
    company: pick(fields, shared),
    listings: new Map(),
    before: pick(present, flat),
    after: pick(fields, flat),
    changed: [],
  };
  const elsewhere: Record<"before" | "after", [string, Facts][]> = { before: [], after: [] };
  for (const listing of [meant, ...company.listings.filter((one) => one !== meant)]) {
    const isReached = listing === meant || copyTo.has(listing.id);
    const taken = listing === meant ? own : isReached ? own.filter(isCopied) : [];
    const said = currentValues(company, listing);
    const changes = differing(taken, said);
    if (changes.length > 0) edit.listings.set(listing.id, pick(fields, changes));
    if (changes.length > 0 && listing !== meant) {
      elsewhere.before.push([String(listing.id), pick(said, changes)]);
      elsewhere.after.push([String(listing.id), pick(fields, changes)]);
    }
    const changed = asked.filter((name) => shared.includes(name) || changes.includes(name));
    const skipped = asked
      .filter((name) => !changed.includes(name))
      .map((field) => ({ field, why: isOfCompany(field) || taken.includes(field) ? isSo : isNotCopied }));
    if (isReached || changed.length > 0)
      edit.changed.push({ site: listing.site, fields: changed, skipped: isReached ? skipped : [] });
  }
  if (elsewhere.after.length === 0) return edit;
  edit.before.elsewhere = Object.fromEntries(elsewhere.before);
  edit.after.elsewhere = Object.fromEntries(elsewhere.after);
  return edit;
}

const pick = (said: Partial<ListingValues>, names: readonly FieldName[]) =>
  Object.fromEntries(names.map((name) => [name, said[name]])) as Partial<ListingValues>;
