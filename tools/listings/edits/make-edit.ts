import type { AuditEntry } from "#db/queries/common/audit-log.ts";
import { categoryIdsBySlugs } from "#db/queries/content/categories.ts";
import type { CompanyWithListings } from "#db/queries/listings/company-listings.ts";
import { type ListingEdit, saveEdit } from "#db/queries/listings/save-edit.ts";
import type { ListingValues } from "#db/schema/listing-fields.ts";
import type { Tx } from "#db/store/store.ts";
import { columnsOf } from "../shared/fields.ts";
import { type AskedEdit, type ChangedOnSite, type PlannedEdit, planEdit } from "./plan-edit.ts";

export interface MadeEdit {
  changed: ChangedOnSite[];
  /** For the log: null where all was so already, and nothing is written. */
  entry: AuditEntry | null;
}

/** Makes an edit on every site it reaches; the categories it names must be the site's. */
export async function makeEdit(tx: Tx, company: CompanyWithListings, asked: AskedEdit, now: Date): Promise<MadeEdit> {
  const plan = planEdit(company, asked);
  return { changed: plan.changed, entry: await savePlan(tx, company, asked.listingId, plan, now) };
}

/** Saves what is planned as one edit, of the listing meant; the log's entry, or null where nothing differs. */
export async function savePlan(
  tx: Tx,
  company: CompanyWithListings,
  listingId: number,
  plan: Pick<PlannedEdit, "company" | "listings" | "before" | "after">,
  now: Date,
): Promise<AuditEntry | null> {
  const hasFacts = Object.keys(plan.company).length > 0;
  if (!hasFacts && plan.listings.size === 0) return null;
  const edits: ListingEdit[] = [];
  for (const { id, siteId } of company.listings) {
    const said = plan.listings.get(id);
    if (said) edits.push(await toColumns(tx, id, siteId, said));
  }
  const { name, url, key } = company.facts;
  const { logo_url: logoHash, ...written } = plan.company;
  const facts = { name, url, key, ...columnsOf("companies", written), ...(logoHash !== undefined && { logoHash }) };
  const versions = await saveEdit(tx, hasFacts ? facts : null, edits, now.toISOString());
  const others = [...versions.keys()].filter((id) => id !== listingId);
  return {
    subjects: [`listing:${listingId}`, ...others.map((id) => `listing:${id}` as const), `company:${company.id}`],
    before: plan.before,
    after: { ...plan.after, versions: Object.fromEntries(versions) },
  };
}

async function toColumns(tx: Tx, id: number, siteId: number, said: Partial<ListingValues>): Promise<ListingEdit> {
  const { categories } = said;
  const known = categories && (await categoryIdsBySlugs(tx, siteId, categories));
  return { id, texts: columnsOf("listings", said), categoryIds: categories?.map((slug) => known!.get(slug)!) };
}
