import type * as z from "zod";
import type { pricingModels } from "#db/schema/vocabulary.ts";
import type searchListings from "#tools/search/search-listings.ts";
import {
  filterParameters,
  type ListFilter,
  listFilters,
  searchPath as pathOf,
} from "#tools/search/shared/search-path.ts";

type SearchInput = z.input<typeof searchListings.input>;

export type Filter = ListFilter;

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
  isVerified: boolean;
  sort: string;
  page: number;
  /** If set, the cursor is used instead of the page number. */
  cursor?: string;
}

export function readQuery(query: URLSearchParams): SearchQuery {
  const several = (name: Filter) => [...new Set(query.getAll(name).filter((value) => value !== ""))].slice(0, 10);
  return {
    q: cleanText(query.get("q") ?? ""),
    chosen: Object.fromEntries(listFilters.map((name) => [name, several(name)])) as Record<Filter, string[]>,
    isVerified: query.get("verified") === "true",
    sort: sorts.find(([key]) => key === query.get("sort"))?.[0] ?? "relevance",
    page: Number(query.get("page") ?? 1),
    cursor: query.get("cursor") || undefined,
  };
}

/** The input for search_listings. That operation reports unknown values. */
export function searchInput({ q, chosen, isVerified, sort, page, cursor }: SearchQuery): SearchInput {
  const nonEmpty = (values: string[]) => (values.length > 0 ? values : undefined);
  return {
    q: q || undefined,
    category: nonEmpty(chosen.category),
    pricing: nonEmpty(chosen.pricing) as (typeof pricingModels)[number][] | undefined,
    platform: nonEmpty(chosen.platform),
    tag: nonEmpty(chosen.tag),
    verified: isVerified || undefined,
    sort: sort as SearchInput["sort"],
    page,
    cursor,
    per_page: 20,
    facets: true,
  };
}

export const filtersOf = ({ chosen, isVerified, sort }: SearchQuery) =>
  filterParameters({ ...chosen, verified: isVerified, sort });

export const searchPath = ({ q, chosen, isVerified, sort }: SearchQuery, page = 1, cursor?: string): string =>
  pathOf({ ...chosen, q, verified: isVerified, sort, page, cursor });

/** Adds a filter value, or removes it if it is already set. */
export function toggled(query: SearchQuery, name: Filter, value: string): SearchQuery {
  const values = query.chosen[name];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...query, chosen: { ...query.chosen, [name]: next } };
}
