import { preparedSql, type Tx } from "../store.ts";
import { urlKey } from "./company-key.ts";
import { type CompanyFacts, type Outcome, writeCompany } from "./save-company.ts";
import { type ListingTexts, slugify, writeListing } from "./write-listing.ts";

export interface ImportedListing {
  company: CompanyFacts;
  texts: ListingTexts;
  categoryIds: number[];
  tags: string[];
  /** Null where the file does not say. */
  stars: number | null;
}

const ownedQuery = preparedSql<{ owned: number }, [string]>(
  "SELECT 1 AS owned FROM companies c JOIN company_owners o ON o.company_id = c.id WHERE c.url_key = ? LIMIT 1",
);
const changeStars = preparedSql<{ id: number }, [number, number]>(
  "UPDATE listings SET stars = ?1 WHERE id = ?2 AND stars IS NOT ?1 RETURNING id",
);

/**
 * Brings one product of a file into the directory: a new one is live on the free plan without a launch week; of one
 * that is there the facts, texts, categories and tags follow the file, its status, plan and votes stay. A
 * company that somebody owns is theirs to describe, and stays as it is. What the search index has to be told of is
 * added to `unindexed`, for the caller to bring it up to date (`indexListings`) before the transaction ends.
 */
export async function importListing(
  tx: Tx,
  siteId: number,
  { company: facts, texts, categoryIds, tags, stars }: ImportedListing,
  now: string,
  unindexed: Set<number>,
): Promise<Outcome> {
  if (await ownedQuery.get(tx, urlKey(facts.url))) return "unchanged";
  const company = await writeCompany(tx, facts, now);
  const slug = slugify(facts.name);
  const listing = await writeListing(
    tx,
    { siteId, companyId: company.id, slug, ...texts, status: "live", plan: "free", categoryIds, tags },
    now,
  );
  const isStarred = stars !== null && (await changeStars.get(tx, stars, listing.id)) !== null;
  if (isStarred || listing.outcome !== "unchanged") unindexed.add(listing.id);
  for (const id of company.listingIds) unindexed.add(id);
  const isUpdated = isStarred || company.outcome === "updated";
  return listing.outcome === "unchanged" && isUpdated ? "updated" : listing.outcome;
}
