export const maxCompared = 5;

/**
 * The page of a comparison, with conditions as texts. Two products that name each other as alternatives have a page of
 * their own.
 */
export function comparePath(slugs: readonly string[], isPair = false, must: readonly string[] = []): string {
  const path = isPair ? `/compare/${[...slugs].sort().join("-vs-")}` : "/compare";
  const query = [
    ...(isPair ? [] : [`slugs=${slugs.map(encodeURIComponent).join(",")}`]),
    ...must.map((code) => `must=${encodeURIComponent(code)}`),
  ];
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}
