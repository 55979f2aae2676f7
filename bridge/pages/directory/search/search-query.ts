import type * as z from "zod";
import type searchListings from "#tools/search/search-listings.ts";
import {
  filterParameters,
  type ListFilter,
  listFilters,
  searchPath as pathOf,
  type SingleFilter,
  singleFilters,
  valueIn,
} from "#tools/search/shared/search-path.ts";

type SearchInput = z.input<typeof searchListings.input>;

export type Filter = ListFilter | SingleFilter;
const isSingle = (name: Filter): name is SingleFilter => singleFilters.includes(name as SingleFilter);

export const sorts = [
  ["relevance", "Best match"],
  ["votes", "Most votes"],
  ["newest", "Newest"],
  ["dr", "Domain Rating"],
] as const;

const maxQueryLength = 200;

/** Replaces control characters, which queries must not contain, and limits the length without splitting a character. */
const cleanText = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, maxQueryLength)
    .replace(/\p{Cs}$/u, "");

/** The parameters of a search. Empty ones are left out of its URL, so that each search has only one URL. */
export interface SearchQuery {
  q: string;
  chosen: Record<Filter, string[]>;
  sort: string;
  page: number;
  /** If set, the cursor is used instead of the page number. */
  cursor?: string;
}

export function readQuery(query: URLSearchParams): SearchQuery {
  const valuesOf = (name: Filter) =>
    [...new Set(query.getAll(name).filter((value) => value !== ""))].slice(0, isSingle(name) ? 1 : 10);
  return {
    q: cleanText(query.get("q") ?? ""),
    chosen: Object.fromEntries([...listFilters, ...singleFilters].map((name) => [name, valuesOf(name)])) as Record<
      Filter,
      string[]
    >,
    sort: sorts.find(([key]) => key === query.get("sort"))?.[0] ?? "relevance",
    page: Number(query.get("page") ?? 1),
    cursor: query.get("cursor") || undefined,
  };
}

/** The input for search_listings. That operation reports unknown values. */
export function searchInput({ q, chosen, sort, page, cursor }: SearchQuery): SearchInput {
  const lists = listFilters.flatMap((name) => (chosen[name].length > 0 ? [[name, chosen[name]]] : []));
  const singles = singleFilters.flatMap((name) => chosen[name].map((value) => [name, valueIn(name, value)]));
  return {
    q: q || undefined,
    ...Object.fromEntries([...lists, ...singles]),
    sort: sort as SearchInput["sort"],
    page,
    cursor,
    per_page: 20,
    facets: true,
  };
}

export const filtersOf = ({ chosen, sort }: SearchQuery) => filterParameters({ ...chosen, sort });

export const searchPath = ({ q, chosen, sort }: SearchQuery, page = 1, cursor?: string): string =>
  pathOf({ ...chosen, q, sort, page, cursor });

/** Adds a filter value, or removes it if it is already set. A price has a currency. */
export function toggled(query: SearchQuery, name: Filter, value: string, currency?: string): SearchQuery {
  const values = query.chosen[name];
  const isSet = values.includes(value);
  const others = isSingle(name) ? [] : values.filter((one) => one !== value);
  const chosen = { ...query.chosen, [name]: isSet ? others : [...others, value] };
  if (name === "price_max") chosen.currency = isSet || currency === undefined ? [] : [currency];
  return { ...query, chosen };
}

export const withoutFilter = (query: SearchQuery, name: Filter): SearchQuery => ({
  ...query,
  chosen: { ...query.chosen, [name]: [], ...(name === "price_max" && { currency: [] }) },
});
