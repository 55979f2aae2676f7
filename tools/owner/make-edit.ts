import { categoryIdsBySlugs } from "../../db/queries/categories.ts";
import type { Entry } from "../../db/queries/changes.ts";
import type { CompanyWithListings } from "../../db/queries/company-listings.ts";
import { type ListingEdit, saveEdit } from "../../db/queries/save-edit.ts";
import type { Tx } from "../../db/store.ts";
import { columnsOf } from "../listings/fields.ts";
import { type AskedEdit, type ChangedOnSite, planEdit } from "./plan-edit.ts";
import type { Said } from "./said.ts";

export interface MadeEdit {
  changed: ChangedOnSite[];
  /** For the log: null where all was so already, and nothing is written. */
  entry: Entry | null;
}

/** Makes an edit on every site it reaches; the categories it names must be the site's. */
export async function makeEdit(tx: Tx, company: CompanyWithListings, asked: AskedEdit, now: Date): Promise<MadeEdit> {
  const plan = planEdit(company, asked);
  const { changed, before, after } = plan;
  const hasFacts = Object.keys(plan.company).length > 0;
  if (!hasFacts && plan.listings.size === 0) return { changed, entry: null };
  const edits: ListingEdit[] = [];
  for (const { id, siteId } of company.listings) {
    const said = plan.listings.get(id);
    if (said) edits.push(await toColumns(tx, id, siteId, said));
  }
  const { name, url, key } = company.facts;
  const { logo_url: logoHash, ...written } = plan.company;
  const facts = { name, url, key, ...columnsOf("company", written), ...(logoHash !== undefined && { logoHash }) };
  const versions = await saveEdit(tx, hasFacts ? facts : null, edits, now.toISOString());
  const others = [...versions.keys()].filter((id) => id !== asked.listingId);
  return {
    changed,
    entry: {
      subjects: [
        `listing:${asked.listingId}`,
        ...others.map((id) => `listing:${id}` as const),
        `company:${company.id}`,
      ],
      before,
      after: { ...after, versions: Object.fromEntries(versions) },
    },
  };
}

async function toColumns(tx: Tx, id: number, siteId: number, said: Partial<Said>): Promise<ListingEdit> {
  const { categories } = said;
  const known = categories && (await categoryIdsBySlugs(tx, siteId, categories));
  return { id, texts: columnsOf("listing", said), categoryIds: categories?.map((slug) => known!.get(slug)!) };
}
