import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import { isUnconfirmed } from "#db/queries/listings/fact-sources.ts";
import { changeKey } from "#db/queries/listings/save-company.ts";
import { saveEdit } from "#db/queries/listings/save-edit.ts";
import type { ListingEdit } from "#db/queries/listings/write-listing.ts";
import { type EditValues, factNames } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { columnsOf } from "../shared/fields.ts";
import { pickFields } from "../shared/listing-values.ts";
import { type EditRequest, type PlannedEdit, planEdit } from "./plan-edit.ts";

/** Makes an edit. The caller must have checked the categories. The audit entry is null if nothing changes. */
export async function makeEdit(tx: Tx, company: CompanyWithListings, request: EditRequest, now: Date) {
  const plan = planEdit(company, request);
  return { changed: plan.changed, entry: await savePlan(tx, company, request, plan, now) };
}

async function savePlan(
  tx: Tx,
  company: CompanyWithListings,
  { listingId, fields, address, by = "owner" }: EditRequest,
  plan: PlannedEdit,
  now: Date,
): Promise<AuditEntry | null> {
  const { factSources = {} } = company.facts;
  const confirmed = factNames.filter((name) => name in fields && isUnconfirmed(factSources, name));
  const said = { ...pickFields(fields, confirmed), ...plan.company };
  const hasFacts = Object.keys(said).length > 0 || address !== undefined;
  if (!hasFacts && plan.listings.size === 0) return null;
  const edits: ListingEdit[] = [];
  for (const { id, siteId } of company.listings) {
    const values = plan.listings.get(id);
    if (values) edits.push(await toColumns(tx, id, siteId, values));
  }
  if (address) await changeKey(tx, company.id, address.key);
  const { name, url, key } = { ...company.facts, ...address };
  const { logo_url: logoHash, pictures: _, ...written } = said;
  const facts = { name, url, key, by, ...columnsOf("companies", written), ...(logoHash !== undefined && { logoHash }) };
  const versions = await saveEdit(tx, hasFacts ? facts : null, edits, now.toISOString());
  const others = [...versions.keys()].filter((id) => id !== listingId);
  return {
    subjects: [`listing:${listingId}`, ...others.map((id) => `listing:${id}` as const), `company:${company.id}`],
    before: { ...(address && { url: company.facts.url }), ...plan.before },
    after: { ...(address && { url }), ...plan.after, versions: Object.fromEntries(versions) },
  };
}

async function toColumns(tx: Tx, id: number, siteId: number, values: Partial<EditValues>): Promise<ListingEdit> {
  const { categories, pictures, ...texts } = values;
  const known = categories && (await categoryIdsBySlugs(tx, siteId, categories));
  const categoryIds = categories?.map((slug) => known!.get(slug)!);
  return { id, texts: columnsOf("listings", texts), categoryIds, pictures };
}
