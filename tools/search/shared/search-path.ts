/** The filters that accept several values. */
export const listFilters = ["category", "pricing", "platform", "tag"] as const;
export type ListFilter = (typeof listFilters)[number];

type Filters = { [name in ListFilter]?: string | readonly string[] } & {
  q?: string;
  verified?: boolean;
  sort?: string;
};

/** The words and filters as parameters of the search page, which has no filters of time and rating. */
export const filterParameters = ({
  q,
  verified,
  sort = "relevance",
  ...lists
}: Filters): [name: string, value: string][] => [
  ...(q ? [["q", q] as [string, string]] : []),
  ...listFilters.flatMap((name) => [lists[name] ?? []].flat().map((value): [string, string] => [name, value])),
  ...(verified ? [["verified", "true"] as [string, string]] : []),
  ...(sort === "relevance" ? [] : [["sort", sort] as [string, string]]),
];

/** The path of the search page. Defaults are left out, so that each search has only one URL. */
export function searchPath({ page = 1, cursor, ...filters }: Filters & { page?: number; cursor?: string }) {
  const parameters = new URLSearchParams(filterParameters(filters));
  if (cursor !== undefined) parameters.set("cursor", cursor);
  if (page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/search?${parameters}` : "/search";
}
