import { countLimit, depthLimit, exactUpTo } from "#db/queries/common/limits.ts";
import { keptListingCount } from "#db/queries/content/categories.ts";
import { LostPlace, type SearchHits, type SearchQuery, searchListings } from "#db/queries/search/search.ts";
import type { SearchLimits } from "#db/queries/search/search-matched.ts";
import { cachedUntilCommit } from "#db/store/store.ts";
import type { CallContext } from "../core/operations/context.ts";
import { interpretQuery } from "./query-understanding/interpret-query.ts";
import type { Requirement } from "./query-understanding/query-patterns.ts";

export interface SearchResult extends SearchHits {
  /** How the words were understood, where that is more than they say. */
  understoodAs?: string;
}

type Where = Pick<CallContext, "read" | "site" | "now">;
type Asked = Omit<SearchQuery, "siteId" | "now" | "vocabulary" | "replacing" | "knownTotal">;

/** Finds live listings of a site by what the words mean; in directories of up to `exactUpTo` listings all matches are counted. */
export function findByMeaning(where: Where, asked: Asked): Promise<SearchResult> {
  // Of the time of asking only the year decides what is found (`filterExpression`).
  const question = JSON.stringify(["find", where.site.id, where.now.getUTCFullYear(), asked]);
  return cachedUntilCommit(where.read, question, () => find(where, asked));
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
  const hits = await searchAsWished(read, query, limits, meaning?.requirement ?? null);
  return { ...hits, understoodAs: meaning?.understoodAs ?? hits.read };
}

/**
 * Up to how many matches all are sorted by a field, which takes a microsecond for each, rather than its order walked
 * until as many as are wanted are met, which takes some fourteen for each listing on the way.
 */
const sortedUpTo = (listings: number, wanted: number) =>
  Math.max(depthLimit, Math.ceil(Math.sqrt(14 * listings * wanted)));

/** How many match where all is browsed, or a category without subcategories. */
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

/** A requirement in words is a filter where anything passes it; where a site's listings do not say so, it is none. */
async function searchAsWished(
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
      // A page to go on from may be one without the filter.
      if (!(error instanceof LostPlace)) throw error;
    }
  return find(query);
}

/** What was asked for goes before a requirement. */
const given = (query: SearchQuery) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as unknown as SearchQuery;
