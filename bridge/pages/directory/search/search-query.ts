import type * as z from "zod";
import type { pricingModels } from "#db/schema/vocabulary.ts";
import type searchListings from "#tools/search/search-listings.ts";

type SearchInput = z.input<typeof searchListings.input>;

/** The filters of which a page may have several values at once. */
export const filters = ["category", "pricing", "platform", "tag"] as const;
export type Filter = (typeof filters)[number];

export const sorts = [
  ["relevance", "Best match"],
  ["votes", "Most votes"],
  ["newest", "Newest"],
  ["dr", "Domain Rating"],
] as const;

const maxQueryLength = 200;

/** What was typed or pasted; characters that nobody sees and no query may have part words. */
const words = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, maxQueryLength)
    .replace(/\p{Cs}$/u, "");

/** What a page of search asks for, with all that means nothing left out, so that one search has one address. */
export interface SearchQuery {
  q: string;
  chosen: Record<Filter, string[]>;
  isVerified: boolean;
  sort: string;
  page: number;
  /** Where it goes on, in place of a page. */
  cursor?: string;
}

export function readQuery(query: URLSearchParams): SearchQuery {
  const several = (name: Filter) => [...new Set(query.getAll(name).filter((value) => value !== ""))].slice(0, 10);
  return {
    q: words(query.get("q") ?? ""),
    chosen: {
      category: several("category"),
      pricing: several("pricing"),
      platform: several("platform"),
      tag: several("tag"),
    },
    isVerified: query.get("verified") === "true",
    sort: sorts.find(([key]) => key === query.get("sort"))?.[0] ?? "relevance",
    page: Number(query.get("page") ?? 1),
    cursor: query.get("cursor") || undefined,
  };
}

/** The same as the operation takes it, which says what it does not know. */
export function searchInput({ q, chosen, isVerified, sort, page, cursor }: SearchQuery): SearchInput {
  const given = (values: string[]) => (values.length > 0 ? values : undefined);
  return {
    q: q || undefined,
    category: given(chosen.category),
    pricing: given(chosen.pricing) as (typeof pricingModels)[number][] | undefined,
    platform: given(chosen.platform),
    tag: given(chosen.tag),
    verified: isVerified || undefined,
    sort: sort as SearchInput["sort"],
    page,
    cursor,
    per_page: 20,
    facets: true,
  };
}

/** The parameters besides the words. */
export function filtersOf({ chosen, isVerified, sort }: SearchQuery): [name: string, value: string][] {
  return [
    ...filters.flatMap((name) => chosen[name].map((value): [string, string] => [name, value])),
    ...(isVerified ? [["verified", "true"] as [string, string]] : []),
    ...(sort === "relevance" ? [] : [["sort", sort] as [string, string]]),
  ];
}

const parametersOf = (query: SearchQuery): [name: string, value: string][] => [
  ...(query.q ? [["q", query.q] as [string, string]] : []),
  ...filtersOf(query),
];

/** The address of a search; the first page of another one unless a page or where it goes on is named. */
export function searchPath(query: SearchQuery, page = 1, cursor?: string): string {
  const parameters = new URLSearchParams(parametersOf(query));
  if (cursor !== undefined) parameters.set("cursor", cursor);
  if (page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}

/** The search with a value of a filter taken in, or out where it was in. */
export function toggled(query: SearchQuery, name: Filter, value: string): SearchQuery {
  const values = query.chosen[name];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...query, chosen: { ...query.chosen, [name]: next } };
}
