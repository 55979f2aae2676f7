import { countedUpTo, depthLimit } from "#db/queries/common/limits.ts";
import { keptListingCount } from "#db/queries/content/categories.ts";
import { LostPlace, type SearchHits, type SearchQuery, searchListings } from "#db/queries/search/search.ts";
import { type FactFilter, factFilters } from "#db/queries/search/search-facts.ts";
import type { Filters } from "#db/queries/search/search-filters.ts";
import type { SearchLimits } from "#db/queries/search/search-matched.ts";
import { fold } from "#db/queries/search/search-text.ts";
import type { PricingModel } from "#db/schema/vocabulary.ts";
import { cachedUntilCommit } from "#db/store/store.ts";
import { timed } from "#db/values/counters.ts";
import { lookup } from "#db/values/lookup.ts";
import type { CallContext } from "../core/operations/context.ts";
import type { Requirement } from "./query-understanding/fact-words.ts";
import { interpretQuery, type Meaning } from "./query-understanding/interpret-query.ts";
import { type FactInput, factLabels, factSearch } from "./shared/fact-filters.ts";

export interface SearchResult extends SearchHits {
  understoodAs?: string;
  /** The product to replace, and requirements read from words and applied as filters. */
  interpreted: (Requirement | NonNullable<Meaning["replaced"]>)[];
  /** Requirements read from words that no match meets. */
  relaxed: (Requirement & { isContradicted: boolean })[];
  /** If nothing matches: the number of matches without each of the sent filters. */
  without: { field: string; total: number }[];
  priceNote?: string;
  /** The names of listings that say that they replace the product that is looked for. */
  sayingSo: string[];
}

type Where = Pick<CallContext, "read" | "site" | "now">;
type Asked = Omit<SearchQuery, "siteId" | "now" | "vocabulary" | "replacing" | "knownTotal">;

/** Searches by meaning. In directories of up to `exactUpTo` listings, all matches are counted. */
export function findByMeaning(where: Where, asked: Asked): Promise<SearchResult> {
  // The result depends only on the year of the current time (`filterExpressions`).
  const cacheKey = JSON.stringify(["find", where.site.id, where.now.getUTCFullYear(), asked]);
  return cachedUntilCommit(where.read, cacheKey, () =>
    timed("slipway_search_duration_seconds", () => find(where, asked)),
  );
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
  const areFilters = (meaning?.requirements ?? []).length > 0 || asked.categoryIds !== undefined || hasFilters(asked);
  const isFiltered = meaning !== null && areFilters;
  const limits: SearchLimits = {
    depth: depthLimit,
    sorted: depthLimit,
    sortedOfWords: sortedUpTo(site.listingCount, asked.after ? asked.limit : asked.offset + asked.limit),
    counted: countedUpTo(site.listingCount, isFiltered ? asked.offset + asked.limit : null),
  };
  const find = (wanted: SearchQuery) => searchListings(read, wanted, limits);
  // A filter that the caller sent replaces a requirement on the same field.
  const required = (meaning?.requirements ?? []).filter(
    ({ field }) => query.facts?.[field as FactFilter] === undefined && (field !== "pricing" || !query.pricings),
  );
  const requirements = await Promise.all(
    required.map(async (requirement) => ({ requirement, ...(await filtersOf(where, requirement)) })),
  );
  const { hits, kept, relaxed, withoutFacts } = await searchMeeting(find, query, requirements);
  const interpreted = kept.map(({ requirement }) => requirement);
  // If nothing here is of the kind that all words name, the meaning already says so.
  const isWholeKind = meaning?.understoodAs != null && !meaning.replacing;
  return {
    ...hits,
    interpreted: [...(meaning?.replaced ? [meaning.replaced] : []), ...interpreted],
    leftOut: [
      ...(isWholeKind && hits.total === 0 ? [] : hits.leftOut),
      ...(meaning?.unmet ?? []).map((text) => ({ text, isUnknown: false, isUnmet: true })),
    ],
    sayingSo: meaning?.sayingSo ?? [],
    relaxed: relaxed.map((each) => ({
      ...each.requirement,
      isContradicted: Object.keys(contradicting([each])).some((field) => !Object.hasOwn(withoutFacts, field)),
    })),
    priceNote: kept.find(({ priceNote }) => priceNote !== undefined)?.priceNote,
    without: hits.total === 0 ? await totalsWithout(find, query) : [],
    understoodAs: understoodAs(meaning, hits, interpreted),
  };
}

function understoodAs(meaning: Meaning | null, { corrected }: SearchHits, interpreted: Requirement[]) {
  if (meaning === null) return undefined;
  let read = meaning.q.trim();
  for (const { from, to } of corrected) read = fold(read).replace(from, to);
  const isRead = meaning.understoodAs !== null || corrected.length > 0 || interpreted.length > 0;
  const parts = [meaning.understoodAs ?? read, ...interpreted.map(labelOf)].filter((part) => part !== "");
  return isRead && parts.length > 0 ? parts.join(", ") : undefined;
}

/**
 * The number of matches up to which sorting them all is faster (1 µs each). Above it, reading listings in sorted order
 * until enough of them match is faster (about 14 µs each).
 */
const sortedUpTo = (listings: number, wanted: number) =>
  Math.max(depthLimit, Math.ceil(Math.sqrt(14 * listings * wanted)));

/** Returns true if there are filters other than the category. */
const hasFilters = ({ q: _, sort: _sort, limit: _limit, offset: _o, after: _a, categoryIds: _c, ...filters }: Asked) =>
  Object.values(filters).some((filter) => filter !== undefined);

async function knownTotal({ read, site }: Where, asked: Asked): Promise<number | null> {
  const { q, categoryIds } = asked;
  if (q?.trim() || hasFilters(asked)) return null;
  if (categoryIds === undefined) return site.listingCount;
  return categoryIds.length === 1 ? keptListingCount(read, categoryIds[0]!) : null;
}

const labels: Record<string, string> = { free: "free or with a free plan" };

/** A requirement in words that follow what is looked for. */
export const labelOf = ({ field, value }: Pick<Requirement, "value"> & { field: string }): string =>
  field === "pricing" ? (lookup(labels, value) ?? value) : factLabels(inputOf({ field, value })).join(", ");

function inputOf({ field, value }: Pick<Requirement, "value"> & { field: string }): FactInput {
  const [amount, currency] = value.split(" ");
  if (field === "price_max") return { price_max: Number(amount), currency };
  if (value === "true" || value === "false") return { [field]: value === "true" };
  return { [field]: field === "license" || field === "language" ? [value] : value };
}

/** A product with a free plan, or whose source is open, can also be used free of charge. */
const pricingsOf: Record<string, PricingModel[]> = {
  free: ["free", "freemium", "open-source"],
  "open-source": ["open-source"],
};

interface Required {
  requirement: Requirement;
  filters: Partial<Filters>;
  priceNote?: string;
}

async function filtersOf({ read, site }: Where, { field, value }: Requirement): Promise<Omit<Required, "requirement">> {
  if (field === "pricing") return { filters: { pricings: lookup(pricingsOf, value) } };
  if (field === "self_hosted" && value === "yes") return { filters: { isSelfHosted: true } };
  const { facts, priceNote } = await factSearch(read, site, inputOf({ field, value }));
  return { filters: { facts }, priceNote };
}

/** The filters of a search with some requirements. `open-source` comes first and is narrower than `free`. */
const withRequired = (query: SearchQuery, required: readonly Required[]): SearchQuery => ({
  ...Object.assign({}, ...required.map(({ filters }) => filters).reverse()),
  ...given(query),
  facts: Object.assign({}, ...required.map(({ filters }) => filters.facts), query.facts),
});

type Find = (query: SearchQuery) => Promise<SearchHits>;

/** The values of facts that contradict requirements. */
const contradicting = (requirements: readonly Required[]): Partial<Record<FactFilter, string[]>> =>
  Object.fromEntries(
    requirements
      .filter(({ requirement: { field } }) => field === "self_hosted" || field === "sso" || field === "free_plan")
      .map(({ requirement: { field, value } }) => [field, [value === "yes" || value === "true" ? "no" : "yes"]]),
  );

/**
 * Applies as many of the requirements as a good match meets. Listings that contradict the others are found only if there
 * are no other good matches.
 */
async function searchMeeting(find: Find, query: SearchQuery, requirements: readonly Required[]) {
  const one = requirements.map((each) => requirements.filter((other) => other !== each));
  const single = requirements.length > 2 ? requirements.map((each) => [each]) : [];
  // Without words and requirements, everything would match.
  const none = requirements.length === 0 || query.q === "" ? [] : [[]];
  const tries = [requirements, ...(requirements.length > 1 ? [...one, ...single] : []), ...none].map((kept) => {
    const relaxed = requirements.filter((each) => !kept.includes(each));
    return { kept: [...kept], relaxed, withoutFacts: contradicting(relaxed) };
  });
  const contradicted = tries.filter(({ withoutFacts }) => Object.keys(withoutFacts).length > 0);
  const all = [...tries, ...contradicted.map((each) => ({ ...each, withoutFacts: {} }))];
  type Met = (typeof all)[number] & { hits: SearchHits };
  let first: Met | undefined;
  let empty: Met | undefined;
  for (const each of all) {
    const hits = await find({ ...withRequired(query, each.kept), withoutFacts: each.withoutFacts }).catch((error) => {
      // The cursor may come from a page of results with fewer requirements.
      if (error instanceof LostPlace && each !== all.at(-1)) return null;
      throw error;
    });
    if (hits === null) continue;
    const result = { ...each, hits };
    if (hits.total > 0 && !hits.isNotClose) return result;
    if (hits.total > 0) first ??= result;
    empty ??= result;
  }
  return (first ?? empty)!;
}

const sentFilters: [field: string, name: keyof SearchQuery][] = [
  ["category", "categoryIds"],
  ["tag", "tags"],
  ["pricing", "pricings"],
  ["platform", "platforms"],
  ["verified", "verified"],
  ["week", "weeks"],
  ["from_week", "fromWeek"],
  ["to_week", "toWeek"],
  ["launched_since", "launchedSince"],
  ["launched_before", "launchedBefore"],
  ["min_dr", "minRating"],
  ["updated_since", "updatedSince"],
];

/** Counts the matches without each sent filter. Filters that make no difference alone are left out. */
async function totalsWithout(find: Find, query: SearchQuery): Promise<{ field: string; total: number }[]> {
  const { facts = {} } = query;
  const sent: { field: string; without: Partial<SearchQuery> }[] = [
    ...sentFilters
      .filter(([, name]) => query[name] !== undefined)
      .map(([field, name]) => ({ field, without: { [name]: undefined } })),
    ...factFilters
      .filter((field) => facts[field] !== undefined)
      .map((field) => {
        const { [field]: _, ...others } = facts;
        return { field, without: { facts: others } };
      }),
  ];
  const totals: { field: string; total: number }[] = [];
  for (const { field, without } of sent) {
    const { total } = await find({ ...query, ...without, offset: 0, after: undefined, limit: 1 });
    if (total > 0) totals.push({ field, total });
  }
  return totals;
}

/** The fields that a query sets. They override the fields of a requirement. */
const given = (query: SearchQuery) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as unknown as SearchQuery;
