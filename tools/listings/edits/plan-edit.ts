import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type FieldName, fieldNames, type ListingValues } from "#db/schema/listing-fields.ts";
import { copiedFields, currentValues, isCopied, isOfCompany, pickFields } from "../shared/listing-values.ts";

export interface EditRequest {
  listingId: number;
  fields: Partial<ListingValues>;
  /** The IDs of the listings that the fields are copied to. */
  copyTo: ReadonlySet<number>;
  /** Other listings' own values, by ID, which replace the copied ones. */
  elsewhere?: Readonly<Record<number, Partial<ListingValues>>>;
}

export interface PlannedEdit {
  company: Partial<ListingValues>;
  /** The changed fields by listing ID. */
  listings: Map<number, Partial<ListingValues>>;
  /** `elsewhere` contains the facts about the other listings, by ID. */
  before: Facts;
  after: Facts;
  /** The edited listing's site comes first. */
  changed: {
    site: string;
    fields: FieldName[];
    skipped: { field: FieldName; why: string }[];
    before: Partial<ListingValues>;
    after: Partial<ListingValues>;
  }[];
}

const isUnchanged = "The field already has this value.";
const isNotCopied = `Only ${copiedFields} are copied to other sites.`;

export function planEdit(
  company: CompanyWithListings,
  { listingId, fields, copyTo, elsewhere }: EditRequest,
): PlannedEdit {
  const differing = (sent: Partial<ListingValues>, from: ListingValues) =>
    namesIn(sent).filter((name) => !Bun.deepEquals(from[name], sent[name]));
  const edited = company.listings.find(({ id }) => id === listingId)!;
  const current = currentValues(company, edited);
  const all = differing(fields, current);
  const shared = all.filter(isOfCompany);
  const edit: PlannedEdit = {
    company: pickFields(fields, shared),
    listings: new Map(),
    before: pickFields(current, all),
    after: pickFields(fields, all),
    changed: [],
  };
  const facts = { before: {} as Facts, after: {} as Facts };
  for (const listing of [edited, ...company.listings.filter((one) => one !== edited)]) {
    const isReached = listing === edited || copyTo.has(listing.id);
    const restored = listing === edited ? undefined : elsewhere?.[listing.id];
    const sent = { ...fields, ...restored };
    const isTaken = (name: FieldName) => listing === edited || (restored ? name in restored : isCopied(name));
    const taken = isReached ? namesIn(sent).filter((name) => !isOfCompany(name) && isTaken(name)) : [];
    const values = currentValues(company, listing);
    const changes = differing(pickFields(sent, taken), values);
    if (changes.length > 0) edit.listings.set(listing.id, pickFields(sent, changes));
    if (changes.length > 0 && listing !== edited) {
      facts.before[listing.id] = pickFields(values, changes);
      facts.after[listing.id] = pickFields(sent, changes);
    }
    const changed = namesIn(sent).filter((name) => shared.includes(name) || changes.includes(name));
    const skipped = namesIn(sent)
      .filter((name) => !changed.includes(name) && (!restored || taken.includes(name)))
      .map((field) => ({ field, why: isOfCompany(field) || taken.includes(field) ? isUnchanged : isNotCopied }));
    if (isReached || changed.length > 0)
      edit.changed.push({
        site: listing.site,
        fields: changed,
        skipped: isReached ? skipped : [],
        before: pickFields(values, changed),
        after: pickFields(sent, changed),
      });
  }
  if (Object.keys(facts.after).length === 0) return edit;
  edit.before.elsewhere = facts.before;
  edit.after.elsewhere = facts.after;
  return edit;
}

const namesIn = (sent: Partial<ListingValues>) => fieldNames.filter((name) => name in sent);
