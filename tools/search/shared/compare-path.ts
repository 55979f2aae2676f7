export const maxCompared = 5;

/** The page of a comparison. Two products that name each other as alternatives have one of their own. */
export const comparePath = (slugs: readonly string[], isPair = false): string =>
  isPair ? `/compare/${[...slugs].sort().join("-vs-")}` : `/compare?slugs=${slugs.map(encodeURIComponent).join(",")}`;
