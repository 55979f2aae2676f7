import pages from "./words/pages.json" with { type: "json" };

export type PageKindName = keyof typeof pages.kinds;

export interface PageKind {
  name: PageKindName;
  /** Pages of a higher weight are read sooner. Kinds of weight 0 are not searched. */
  weight: number;
  words: string[];
}

export const pageKinds: PageKind[] = Object.entries(pages.kinds).map(([name, kind]) => ({
  name: name as PageKindName,
  ...kind,
}));

export const homeWords = pages.home;

export const unwantedParts = new Set(pages.unwantedParts);

/** Parts of a URL below which pages are single articles, which may be about anything. */
export const articleParts = new Set(pages.articleParts);

/** Parts below which a page must have exactly the name of its kind. */
export const manualParts = new Set(pages.manualParts);
