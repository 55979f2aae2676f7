import { lookup } from "#db/values/lookup.ts";

/** The filters that accept several values. */
export const listFilters = ["category", "pricing", "platform", "tag", "license", "language"] as const;
export type ListFilter = (typeof listFilters)[number];
/** The filters with one value. */
export const singleFilters = [
  "verified",
  "self_hosted",
  "has_api",
  "has_mcp",
  "sso",
  "free_plan",
  "price_max",
  "currency",
] as const;
export type SingleFilter = (typeof singleFilters)[number];

/** The titles of the filters. */
export const filterTitles: Record<Exclude<ListFilter | SingleFilter, "currency">, string> = {
  category: "Category",
  pricing: "Pricing",
  platform: "Platform",
  tag: "Tag",
  license: "Licence",
  language: "Language",
  self_hosted: "Self-hosted",
  price_max: "Price",
  free_plan: "Free plan",
  has_api: "API",
  has_mcp: "MCP server",
  sso: "Single sign-on",
  verified: "Verified",
};
export const filterTitle = (name: string): string => lookup(filterTitles, name) ?? name.replaceAll("_", " ");

type Filters = { [name in ListFilter]?: string | readonly string[] } & {
  [name in SingleFilter]?: string | number | boolean | readonly string[];
} & { q?: string; sort?: string };

/** The words and filters as parameters of the search page, which has no filters of time and rating. */
export const filterParameters = (filters: Filters): [name: string, value: string][] => [
  ...(filters.q ? [["q", filters.q] as [string, string]] : []),
  ...[...listFilters, ...singleFilters].flatMap((name) =>
    [filters[name] ?? []].flat().map((value): [string, string] => [name, String(value)]),
  ),
  ...(filters.sort === undefined || filters.sort === "relevance" ? [] : [["sort", filters.sort] as [string, string]]),
];

/** The value of a filter as search_listings takes it. */
export const valueIn = (name: SingleFilter, text: string): string | number | boolean =>
  name === "price_max" ? Number(text) : text === "true" || (text === "false" ? false : text);

/** The path of the search page. Defaults are left out, so that each search has only one URL. */
export function searchPath({ page = 1, cursor, ...filters }: Filters & { page?: number; cursor?: string }) {
  const parameters = new URLSearchParams(filterParameters(filters));
  if (cursor !== undefined) parameters.set("cursor", cursor);
  if (page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
