import pages from "./words/pages.json" with { type: "json" };

export type PageKindName = keyof typeof pages.kinds;

export interface PageKind {
  name: PageKindName;
  /** Pages with a higher weight are read sooner. Kinds with a weight of 0 are not looked for. */
  weight: number;
  words: string[];
}

export const pageKinds: PageKind[] = Object.entries(pages.kinds).map(([name, kind]) => ({
  name: name as PageKindName,
  ...kind,
}));

export const homeWords = pages.home;

export const unwantedParts = new Set(pages.unwantedParts);

/** Parts of a URL under which each page is a single article, which may be about anything. */
export const articleParts = new Set(pages.articleParts);

/** Parts of a URL under which a page's name must be exactly that of its kind. */
export const manualParts = new Set(pages.manualParts);
