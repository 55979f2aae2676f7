import { preparedSql, type Tx } from "../../store/store.ts";
import { indexListings } from "../search/search-index.ts";
import { urlKey } from "./company-key.ts";
import { type CompanyFacts, type Outcome, writeCompanies } from "./save-company.ts";
import { slugify } from "./slugs.ts";
import { type ListingTexts, writeListings } from "./write-listing.ts";

export interface ImportedListing {
  company: CompanyFacts;
  texts: ListingTexts;
  categoryIds: number[];
  tags: string[];
  stars: number | null;
}

const ownedQuery = preparedSql<{ key: string }, [keys: string[]]>(`
  SELECT c.url_key AS key FROM json_each(?) j CROSS JOIN companies c ON c.url_key = j.value
  WHERE EXISTS (SELECT 1 FROM company_owners o WHERE o.company_id = c.id)`);
const changeStars = preparedSql<{ id: number }, [[id: number, stars: number][]]>(`
  UPDATE listings SET stars = j.value->>1 FROM json_each(?) j
  WHERE listings.id = j.value->>0 AND stars IS NOT j.value->>1 RETURNING listings.id AS id`);

/**
 * Imports a file's products with a few statements. A new product goes live on the free plan without a launch week. An
 * existing one gets the file's facts, text, categories and tags, but keeps its status, plan and votes. A company that
 * has an owner stays unchanged. Returns the result for each record, and the changed listings for the search index.
 */
export async function importListings(
  tx: Tx,
  siteId: number,
  records: readonly ImportedListing[],
  now: string,
): Promise<{ outcomes: Outcome[]; changed: Set<number> }> {
  const outcomes: Outcome[] = [];
  const changed = new Set<number>();
  for (const set of setsOf(records)) {
    const keys = set.map(({ key }) => key);
    const owned = new Set(await ownedQuery.values(tx, keys));
    for (const { place } of set) outcomes[place] = "unchanged";
    const free = set.filter(({ key }) => !owned.has(key));
    const saved = await saveSet(tx, siteId, free, now, changed);
    for (const [i, { place }] of free.entries()) outcomes[place] = saved[i]!;
  }
  await indexListings(tx, changed);
  return { outcomes, changed };
}

type Placed = ImportedListing & { key: string; place: number };

/**
 * Splits the records into sets with at most one record per company. The second record of a company is in a later set,
 * so it finds what the first one saved.
 */
function setsOf(records: readonly ImportedListing[]): Placed[][] {
  const sets: Placed[][] = [];
  const seen = new Map<string, number>();
  for (const [place, record] of records.entries()) {
    const key = urlKey(record.company.url);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    sets[times] ??= [];
    sets[times].push({ ...record, key, place });
  }
  return sets;
}

async function saveSet(
  tx: Tx,
  siteId: number,
  set: readonly Placed[],
  now: string,
  changed: Set<number>,
): Promise<Outcome[]> {
  if (set.length === 0) return [];
  const companies = await writeCompanies(
    tx,
    set.map(({ company, key }) => ({ ...company, key })),
    now,
  );
  const listings = await writeListings(
    tx,
    siteId,
    set.map(({ company, texts, categoryIds, tags }, i) => {
      const place = { companyId: companies[i]!.id, slug: slugify(company.name), status: "live", plan: "free" } as const;
      return { ...place, ...texts, categoryIds, tags };
    }),
    now,
  );
  const given = set.flatMap(({ stars }, i): [number, number][] => (stars === null ? [] : [[listings[i]!.id, stars]]));
  const starred = new Set(given.length === 0 ? [] : await changeStars.values(tx, given));
  return listings.map(({ id, outcome }, i) => {
    const company = companies[i]!;
    if (outcome !== "unchanged" || starred.has(id)) changed.add(id);
    for (const other of company.listingIds) changed.add(other);
    const isUpdated = starred.has(id) || company.outcome === "updated";
    return outcome === "unchanged" && isUpdated ? "updated" : outcome;
  });
}
