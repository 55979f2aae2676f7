import { countLimit, depthLimit, exactUpTo } from "#db/queries/common/limits.ts";
import { keptListingCount } from "#db/queries/content/categories.ts";
import { LostPlace, type SearchHits, type SearchQuery, searchListings } from "#db/queries/search/search.ts";
import type { SearchLimits } from "#db/queries/search/search-matched.ts";
import { cachedUntilCommit } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { interpretQuery } from "./query-understanding/interpret-query.ts";
import type { Requirement } from "./query-understanding/query-patterns.ts";

export interface SearchResult extends SearchHits {
  understoodAs?: string;
}

type Where = Pick<CallContext, "read" | "site" | "now">;
type Asked = Omit<SearchQuery, "siteId" | "now" | "vocabulary" | "replacing" | "knownTotal">;

/** Searches by meaning. In directories of up to `exactUpTo` listings, all matches are counted. */
export function findByMeaning(where: Where, asked: Asked): Promise<SearchResult> {
  // The result depends only on the year of the current time (`filterExpression`).
  const cacheKey = JSON.stringify(["find", where.site.id, where.now.getUTCFullYear(), asked]);
  return cachedUntilCommit(where.read, cacheKey, () => find(where, asked));
}

async function find(where: Where, asked: Asked): Promise<SearchResult> {
  const { read, site, now } = where;
  const meaning = asked.q?.trim() ? await interpretQuery(where, asked.q) : null;
  const query: SearchQuery = {
    ...asked,
    siteId: site.id,
    now,
    q: meaning?.q,
    vocabulary: meaning?.vocabulary,
    replacing: meaning?.replacing,
    knownTotal: (await knownTotal(where, asked)) ?? undefined,
  };
  const limits: SearchLimits = {
    depth: depthLimit,
    sorted: depthLimit,
    sortedOfWords: sortedUpTo(site.listingCount, asked.after ? asked.limit : asked.offset + asked.limit),
    counted: site.listingCount <= exactUpTo ? exactUpTo : countLimit,
  };
  const hits = await searchWithRequirement(read, query, limits, meaning?.requirement ?? null);
  return { ...hits, understoodAs: meaning?.understoodAs ?? hits.read };
}

/**
 * The number of matches up to which sorting them all is faster (1 µs each). Above it, reading listings in sorted order
 * until enough of them match is faster (about 14 µs each).
 */
const sortedUpTo = (listings: number, wanted: number) =>
  Math.max(depthLimit, Math.ceil(Math.sqrt(14 * listings * wanted)));

async function knownTotal({ read, site }: Where, asked: Asked): Promise<number | null> {
  const { q, sort: _, limit: _limit, offset: _offset, after: _after, categoryIds, ...filters } = asked;
  if (q?.trim() || Object.values(filters).some((filter) => filter !== undefined)) return null;
  if (categoryIds === undefined) return site.listingCount;
  return categoryIds.length === 1 ? keptListingCount(read, categoryIds[0]!) : null;
}

const requirements: Record<Requirement, Partial<SearchQuery>[]> = {
  "open-source": [{ pricings: ["open-source"] }],
  "self-hosted": [{ tags: ["self-hosted"] }, { platforms: ["self-hosted"] }],
};

/** Applies a requirement as a filter, or ignores it if no listing of the site meets it. */
async function searchWithRequirement(
  read: CallContext["read"],
  query: SearchQuery,
  limits: SearchLimits,
  requirement: Requirement | null,
): Promise<SearchHits> {
  const find = (wanted: SearchQuery) => searchListings(read, wanted, limits);
  for (const filter of requirement === null ? [] : requirements[requirement])
    try {
      const hits = await find({ ...filter, ...given(query) });
      if (hits.total > 0) return hits;
    } catch (error) {
      // The cursor may come from a page of results without the filter.
      if (!(error instanceof LostPlace)) throw error;
    }
  return find(query);
}

/** The fields that a query sets. They override the fields of a requirement. */
const given = (query: SearchQuery) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as unknown as SearchQuery;
