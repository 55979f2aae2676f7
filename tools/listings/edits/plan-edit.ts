import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import type { Facts } from "#db/schema/changes.ts";
import { type EditName, type EditValues, editNames } from "#db/schema/listing-fields.ts";
import { copiedFields, currentValues, isCopied, isOfCompany, pickFields } from "../shared/listing-values.ts";

export interface EditRequest {
  listingId: number;
  fields: Partial<EditValues>;
  /** The IDs of the listings that the fields are copied to. */
  copyTo: ReadonlySet<number>;
  /** Other listings' own values, by ID, which replace the copied ones. */
  elsewhere?: Readonly<Record<number, Partial<EditValues>>>;
  /** The company's new URL, with its `urlKey`. */
  address?: { url: string; key: string };
  /** The author of the changed facts; by default, the owner. */
  by?: "owner" | "team";
}

export interface PlannedEdit {
  company: Partial<EditValues>;
  /** The changed fields by listing ID. */
  listings: Map<number, Partial<EditValues>>;
  /** `elsewhere` contains the facts about the other listings, by ID. */
  before: Facts;
  after: Facts;
  /** The edited listing's site comes first. */
  changed: {
    site: string;
    fields: EditName[];
    skipped: { field: EditName; why: string }[];
    before: Partial<EditValues>;
    after: Partial<EditValues>;
  }[];
}

const isUnchanged = "The field already has this value.";
export const isNotCopied = `Only ${copiedFields} are copied to other sites.`;

export function planEdit(
  company: CompanyWithListings,
  { listingId, fields, copyTo, elsewhere }: EditRequest,
): PlannedEdit {
  const differing = (sent: Partial<EditValues>, from: EditValues) =>
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
    const isTaken = (name: EditName) => listing === edited || (restored ? name in restored : isCopied(name));
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

const namesIn = (sent: Partial<EditValues>) => editNames.filter((name) => name in sent);
